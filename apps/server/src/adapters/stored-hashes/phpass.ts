import { hash } from 'node:crypto';
import { isEqual, maxCost, type StoredHash } from './stored-hash.ts';

const phpassDigits = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Encodes bytes as phpass does: groups of three bytes, the lowest bits first. */
function phpassText(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const group = bytes.subarray(index, index + 3);
    const bits = group.reduce((sum, byte, at) => sum + byte * 256 ** at, 0);
    for (let digit = 0; digit <= group.length; digit += 1) text += phpassDigits[Math.floor(bits / 64 ** digit) % 64];
  }
  return text;
}

const md5 = (bytes: Uint8Array): Buffer => hash('md5', bytes, 'buffer');

const md5Bytes = 16;

/** Hashes the salt and the password, and then the hash and the password `2 ** exponent` times. */
function repeatedHash(salt: string, password: string, exponent: number): Buffer {
  const text = Buffer.from(password);
  let digest = md5(Buffer.concat([Buffer.from(salt), text]));
  const input = Buffer.concat([Buffer.alloc(md5Bytes), text]);
  for (let round = 2 ** exponent; round > 0; round -= 1) {
    input.set(digest);
    digest = md5(input);
  }
  return digest;
}

/** Removes white space around a password, as WordPress does before it computes a hash. */
export const trimmedAsInWordPress = (password: string): string =>
  password.replaceAll(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, '');

/**
 * The portable hash of phpass, which WordPress used before version 6.8: MD5, repeated. Other products do not remove white
 * space, so a password with white space is tried in both forms.
 */
export function phpass({ rounds = '', salt = '', key = '' }: Readonly<Record<string, string>>): StoredHash | undefined {
  const exponent = phpassDigits.indexOf(rounds);
  if (exponent < 7) return undefined;
  return {
    isAffordable: exponent <= maxCost.phpassRounds,
    matches: (password) =>
      [...new Set([password, trimmedAsInWordPress(password)])].some((text) =>
        isEqual(Buffer.from(phpassText(repeatedHash(salt, text, exponent))), Buffer.from(key)),
      ),
  };
}
