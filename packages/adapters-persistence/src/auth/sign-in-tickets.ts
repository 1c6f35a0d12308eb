import type { SignInTicketRepository } from '@portcullis/application';
import type { SignInTicket } from '@portcullis/domain';
import { removeExpiredFrom } from '../sql/remove-expired.ts';
import { execute } from '../sql/transaction.ts';
import type { ResourceStore } from '../resource-store.ts';

const add = {
  name: 'sign-in tickets add',
  text: 'INSERT INTO sign_in_tickets (hash, challenge, provider, account, expires_at) VALUES ($1, $2, $3, $4, $5)',
};

// Of two concurrent statements for the same ticket, the second waits for the first and then finds no row.
const take = {
  name: 'sign-in tickets take',
  text: `DELETE FROM sign_in_tickets WHERE hash = $1 AND expires_at > $2
    RETURNING hash, challenge, provider, account, expires_at AS "expiresAt"`,
};

const removeExpired = removeExpiredFrom('sign_in_tickets', 'hash', '<=');

export const signInTicketStore: ResourceStore<SignInTicketRepository> = {
  repository: (db) => ({
    add: async ({ hash, challenge, provider, account, expiresAt }) => {
      await execute(db, add, [hash, challenge, provider, JSON.stringify(account), expiresAt]);
    },
    take: async (hash, at) => (await execute<SignInTicket>(db, take, [hash, at]))[0],
    removeExpired: (at, limit) => removeExpired(db, at, limit),
  }),
};
