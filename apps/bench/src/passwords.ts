import { hash } from '@node-rs/argon2';

/** The password of every user. */
export const benchPassword = 'a-password-of-the-bench';

/** Hashes `benchPassword` with argon2id at the cost that Portcullis uses. */
export const benchPasswordHash = (): Promise<string> =>
  hash(benchPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
