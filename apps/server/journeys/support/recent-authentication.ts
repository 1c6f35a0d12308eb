import type { Person, Service } from '../../test/support/service.ts';

/** Moves the start of a person's sessions 1,000 s into the past, so that their authentication is no longer recent. */
export const endRecentAuthentication = async ({ server }: Service, { id }: Pick<Person, 'id'>): Promise<void> => {
  await server.database.pool.query(
    `UPDATE sessions SET created_at = created_at - interval '1000 s', authenticated_at = NULL WHERE user_id = $1`,
    [id],
  );
};
