import { createHash } from 'node:crypto';
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

function md5(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** The portable hash of phpass, which WordPress used before version 6.8: MD5, repeated. */
export function phpass({ rounds = '', salt = '', key = '' }: Readonly<Record<string, string>>): StoredHash | undefined {
  const exponent = phpassDigits.indexOf(rounds);
  if (exponent < 7) return undefined;
  return {
    isAffordable: exponent <= maxCost.phpassRounds,
    matches: (password) => {
      let digest = md5(salt, password);
      for (let round = 2 ** exponent; round > 0; round -= 1) digest = md5(digest, password);
      return isEqual(Buffer.from(phpassText(digest)), Buffer.from(key));
    },
  };
}
