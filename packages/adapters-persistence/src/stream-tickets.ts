import type { StreamTicketRepository } from '@portcullis/application';
import type { StreamTicket } from '@portcullis/domain';
import { removeExpiredFrom } from './sql/remove-expired.ts';
import { execute } from './sql/transaction.ts';
import type { ResourceStore } from './resource-store.ts';

const add = {
  name: 'stream tickets add',
  text: 'INSERT INTO stream_tickets (hash, user_id, session_id, expires_at) VALUES ($1, $2, $3, $4)',
};

// Of two concurrent statements for the same ticket, the second waits for the first and then finds no row.
const take = {
  name: 'stream tickets take',
  text: `DELETE FROM stream_tickets WHERE hash = $1 AND expires_at > $2
    RETURNING hash, user_id AS "userId", session_id AS "sessionId", expires_at AS "expiresAt"`,
};

const removeExpired = removeExpiredFrom('stream_tickets', 'hash', '<=');

export const streamTicketStore: ResourceStore<StreamTicketRepository> = {
  repository: (db) => ({
    add: async ({ hash, userId, sessionId, expiresAt }) => {
      await execute(db, add, [hash, userId, sessionId, expiresAt]);
    },
    take: async (hash, at) => (await execute<StreamTicket>(db, take, [hash, at]))[0],
    removeExpired: (at, limit) => removeExpired(db, at, limit),
  }),
};
