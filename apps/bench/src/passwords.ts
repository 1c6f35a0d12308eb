import { hash } from '@node-rs/argon2';

/** Of every user that can log in. */
export const benchPassword = 'a-password-of-the-bench';

/** argon2id at the cost that Portcullis uses. */
export const benchPasswordHash = (): Promise<string> =>
  hash(benchPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
