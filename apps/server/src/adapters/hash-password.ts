import { hashSync, verifySync } from '@node-rs/argon2';

/** The parameters that OWASP recommends for argon2id: 19 MiB of memory, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Worker threads call `hash` and `verify` by name. Both functions block their thread until they have a result. */
export const hash = (password: string): string => hashSync(password, cost);

export const verify = ({ stored, password }: { readonly stored: string; readonly password: string }): boolean =>
  verifySync(stored, password);
