import { pbkdf2Sync, scryptSync } from 'node:crypto';
import { isEqual, maxCost, type StoredHash } from './stored-hash.ts';

interface Derived {
  readonly salt: Uint8Array;
  readonly key: Uint8Array;
}

const digestBytes: Readonly<Record<string, number>> = { sha1: 20, sha256: 32, sha512: 64 };

export function pbkdf2(digest: string, iterations: number, { salt, key }: Derived): StoredHash | undefined {
  const size = digestBytes[digest];
  if (size === undefined || iterations < 1 || key.length < 16) return undefined;
  return {
    isAffordable: iterations * Math.ceil(key.length / size) <= maxCost.pbkdf2Iterations,
    matches: (password) => isEqual(pbkdf2Sync(password, salt, iterations, key.length, digest), key),
  };
}

interface ScryptCost {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
}

export function scrypt(
  { cost, blockSize, parallelization }: ScryptCost,
  { salt, key }: Derived,
): StoredHash | undefined {
  const isPowerOfTwo = cost > 1 && Number.isInteger(Math.log2(cost));
  if (!isPowerOfTwo || blockSize < 1 || parallelization < 1 || key.length < 16) return undefined;
  const memory = 128 * cost * blockSize;
  const isAffordable = memory <= maxCost.scrypt.memory && cost * blockSize * parallelization <= maxCost.scrypt.work;
  // OpenSSL counts some memory besides the large table.
  const options = { cost, blockSize, parallelization, maxmem: 2 * memory };
  return {
    isAffordable,
    matches: (password) => isEqual(scryptSync(password, salt, key.length, options), key),
  };
}
