import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SetupTokens } from '@portcullis/application';

const tokenBytes = 32;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Creates random tokens of 256 bits, and compares the hashes of tokens in constant time. */
export const setupTokens: SetupTokens = {
  create: () => {
    const token = randomBytes(tokenBytes).toString('base64url');
    return { token, hash: hashOf(token) };
  },
  matches: (token, hash) => {
    const [sent, stored] = [Buffer.from(hashOf(token)), Buffer.from(hash)];
    return sent.length === stored.length && timingSafeEqual(sent, stored);
  },
};
