import { hashSync, verifySync } from '@node-rs/argon2';

/** argon2id as OWASP advises: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The functions of a password thread, by name. Each one holds its thread until it has a result. */
export const hash = (password: string): string => hashSync(password, cost);

export const verify = ({ stored, password }: { readonly stored: string; readonly password: string }): boolean =>
  verifySync(stored, password);
