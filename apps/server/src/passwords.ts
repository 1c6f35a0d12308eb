import { createRequire } from 'node:module';
import type { PasswordHasher } from '@portcullis/application';
import { hash, verify } from '@node-rs/argon2';
import type { PasswordPolicy } from '@portcullis/domain';

/** argon2id as OWASP advises: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of the same cost that no password makes: what an unknown account is verified against. */
const nobody = '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5cyBzYWx0IGhlcmU$0000000000000000000000000000000000000000000';

export const passwordHasher: PasswordHasher = {
  hash: (password) => hash(password, cost),
  verify: async (stored, password) => {
    const matches = await verify(stored ?? nobody, password);
    return stored !== undefined && matches;
  },
};

/** How many of the most common passwords that are long enough are refused. */
const refusedPasswords = 100;

const require = createRequire(import.meta.url);

export function passwordPolicy(minLength: number): PasswordPolicy {
  const { dictionary }: { dictionary: Record<string, string[]> } = require('@zxcvbn-ts/language-common');
  const byFrequency = dictionary['passwords-common'] ?? [];
  const longEnough = byFrequency.filter((password) => password.length >= minLength);
  return { minLength, common: new Set(longEnough.slice(0, refusedPasswords)) };
}
