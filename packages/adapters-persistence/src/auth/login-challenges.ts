import type { LoginChallengeRepository } from '@portcullis/application/internal/ports/factors';
import type { LoginChallenge } from '@portcullis/domain/internal/accounts/factor';
import { EntitySchema, type EntityManager } from 'typeorm';
import * as column from '../sql/columns.ts';
import { insertOf } from '../sql/collection.ts';
import { removeExpiredFrom } from '../sql/remove-expired.ts';
import { execute, executeOnly } from '../sql/transaction.ts';
import type { ResourceStore } from '../resource-store.ts';
import { sql } from '../postgres/reader.ts';

const loginChallenges = new EntitySchema<LoginChallenge>({
  name: 'login_challenges',
  columns: {
    tokenHash: { ...column.text, primary: true },
    userId: column.link,
    failures: column.integer,
    expiresAt: column.timestamp,
  },
});

const insert = insertOf(loginChallenges);
const find = sql`SELECT ${column.columnsOf(loginChallenges, 't')} FROM login_challenges t WHERE t.token_hash = $1`;
const setFailures = sql`UPDATE login_challenges SET failures = $2 WHERE token_hash = $1`;
const remove = sql`DELETE FROM login_challenges WHERE token_hash = $1`;
const removeOf = sql`DELETE FROM login_challenges WHERE user_id = $1`;
const removeExpired = removeExpiredFrom('login_challenges', 'token_hash', '<=');

export const loginChallengeStore: ResourceStore<LoginChallengeRepository> = {
  repository: (db) => ({
    add: (challenge) => insert(db, challenge),
    find: async (tokenHash) => (await execute<LoginChallenge>(db, find, [tokenHash]))[0],
    setFailures: ({ tokenHash, failures }) => executeOnly(db, setFailures, [tokenHash, failures]),
    remove: (tokenHash) => executeOnly(db, remove, [tokenHash]),
    removeOf: (userId) => removeLoginChallengesOf(db, userId),
    removeExpired: (at, limit) => removeExpired(db, at, limit),
  }),
};

/** Removes a user's logins that wait for a second factor. They must not continue after a new password is set. */
export const removeLoginChallengesOf = (db: EntityManager, userId: LoginChallenge['userId']): Promise<void> =>
  executeOnly(db, removeOf, [userId]);
