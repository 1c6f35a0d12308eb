import { createRequire } from 'node:module';
import type { PasswordPolicy } from '@portcullis/domain/internal/accounts/password';

/** How many of the most common passwords are refused. Passwords below the minimum length are not counted. */
const refusedPasswords = 100;

const require = createRequire(import.meta.url);

/** Returns the rules for new passwords. The list of common passwords is loaded when the first password is checked. */
export function passwordPolicy(minLength: number): PasswordPolicy {
  let common: ReadonlySet<string> | undefined;
  return {
    minLength,
    get common() {
      return (common ??= commonPasswords(minLength));
    },
  };
}

function commonPasswords(minLength: number): ReadonlySet<string> {
  const { dictionary }: { dictionary: Record<string, string[]> } = require('@zxcvbn-ts/language-common');
  const byFrequency = dictionary['passwords-common'] ?? [];
  const longEnough = byFrequency.filter((password) => password.length >= minLength);
  return new Set(longEnough.slice(0, refusedPasswords));
}
