import type { SignInTicketRepository } from '@portcullis/application/internal/ports/identities';
import type { StreamTicketRepository } from '@portcullis/application/internal/ports/live-updates';
import type { PasskeyChallengeRepository } from '@portcullis/application/internal/ports/passkeys';
import type { SignInTicket } from '@portcullis/domain/internal/accounts/identity';
import type { StreamTicket } from '@portcullis/domain/internal/events/live-updates';
import type { PasskeyChallenge } from '@portcullis/domain/internal/accounts/passkey-challenge';
import { EntitySchema, type EntityManager } from 'typeorm';
import * as column from '../sql/columns.ts';
import { insertOf } from '../sql/collection.ts';
import { removeExpiredFrom } from '../sql/remove-expired.ts';
import { execute } from '../sql/transaction.ts';
import type { ResourceStore } from '../resource-store.ts';
import { sql } from '../postgres/reader.ts';

interface OneTimeToken {
  /** Identifies the token, which is not stored itself. */
  readonly hash: string;
  readonly expiresAt: Date;
}

/** Returns the function that creates the repository of tokens that work only once. */
function oneTimeTokensOf<Token extends OneTimeToken>(table: EntitySchema<Token>) {
  const { name } = table.options;
  const insert = insertOf(table);
  // If two statements take the same token concurrently, the second waits for the first and then finds no row.
  const take = sql`DELETE FROM ${name} t WHERE t.hash = $1 AND t.expires_at > $2
      RETURNING ${column.columnsOf(table, 't')}`;
  const removeExpired = removeExpiredFrom(name, 'hash', '<=');
  return (db: EntityManager) => ({
    add: (token: Token) => insert(db, token),
    take: async (hash: string, at: Date) => (await execute<Token>(db, take, [hash, at]))[0],
    removeExpired: (at: Date, limit: number) => removeExpired(db, at, limit),
  });
}

const hash = { ...column.text, primary: true };

const passkeyChallenges = new EntitySchema<PasskeyChallenge>({
  name: 'passkey_challenges',
  columns: { hash, userId: column.optionalLink, expiresAt: column.timestamp },
});

const signInTickets = new EntitySchema<SignInTicket>({
  name: 'sign_in_tickets',
  columns: {
    hash,
    challenge: column.text,
    provider: column.text,
    account: column.json,
    expiresAt: column.timestamp,
  },
});

const streamTickets = new EntitySchema<StreamTicket>({
  name: 'stream_tickets',
  columns: { hash, userId: column.link, sessionId: column.link, expiresAt: column.timestamp },
});

export const passkeyChallengeStore: ResourceStore<PasskeyChallengeRepository> = {
  repository: oneTimeTokensOf(passkeyChallenges),
};

export const signInTicketStore: ResourceStore<SignInTicketRepository> = { repository: oneTimeTokensOf(signInTickets) };

export const streamTicketStore: ResourceStore<StreamTicketRepository> = { repository: oneTimeTokensOf(streamTickets) };
