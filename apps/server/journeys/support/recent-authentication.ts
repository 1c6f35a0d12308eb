import type { Person, Service } from '../../test/support/service.ts';

/** Changes all sessions of a person as if they had begun 1,000 seconds earlier. */
export const endRecentAuthentication = async ({ server }: Service, { id }: Pick<Person, 'id'>): Promise<void> => {
  await server.database.pool.query(
    `UPDATE sessions SET created_at = created_at - interval '1000 s', authenticated_at = NULL WHERE user_id = $1`,
    [id],
  );
};
