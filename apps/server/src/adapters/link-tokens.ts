import { createHash, randomBytes } from 'node:crypto';
import type { LinkTokens } from '@portcullis/application';

const tokenBytes = 32;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * Creates random tokens of 256 bits, for example for links in mails and for login challenges. A token is found by its
 * hash.
 */
export const linkTokens: LinkTokens = {
  create: () => {
    const token = randomBytes(tokenBytes).toString('base64url');
    return { token, hash: hashOf(token) };
  },
  hashOf,
};
