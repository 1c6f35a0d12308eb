import type { PasskeyChallengeRepository } from '@portcullis/application';
import type { PasskeyChallenge } from '@portcullis/domain';
import { removeExpiredFrom } from '../sql/remove-expired.ts';
import { execute } from '../sql/transaction.ts';
import type { ResourceStore } from '../resource-store.ts';

const add = {
  name: 'passkey challenges add',
  text: 'INSERT INTO passkey_challenges (hash, user_id, expires_at) VALUES ($1, $2, $3)',
};

// Of two concurrent statements for the same challenge, the second waits for the first and then finds no row.
const take = {
  name: 'passkey challenges take',
  text: `DELETE FROM passkey_challenges WHERE hash = $1 AND expires_at > $2
    RETURNING hash, user_id AS "userId", expires_at AS "expiresAt"`,
};

const removeExpired = removeExpiredFrom('passkey_challenges', 'hash', '<=');

export const passkeyChallengeStore: ResourceStore<PasskeyChallengeRepository> = {
  repository: (db) => ({
    add: async ({ hash, userId, expiresAt }) => {
      await execute(db, add, [hash, userId, expiresAt]);
    },
    take: async (hash, at) => (await execute<PasskeyChallenge>(db, take, [hash, at]))[0],
    removeExpired: (at, limit) => removeExpired(db, at, limit),
  }),
};
