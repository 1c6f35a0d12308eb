import { hash, randomBytes } from 'node:crypto';
import type { LinkTokens } from '@portcullis/application/internal/ports/preview-links';
import type { SetupTokens, Fingerprints } from '@portcullis/application/internal/ports/system';
import { isEqual } from './stored-hashes/stored-hash.ts';

const tokenBytes = 32;

/** Returns the SHA-256 hash of a token, in base64url. */
export const hashOf = (token: string): string => hash('sha256', token, 'base64url');

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

/** Creates tokens in the same way, and compares the hashes of tokens in constant time. */
export const setupTokens: SetupTokens = {
  create: linkTokens.create,
  matches: (token, stored) => isEqual(Buffer.from(hashOf(token)), Buffer.from(stored)),
};

const encoder = new TextEncoder();

/** Hashes of texts. Web Crypto computes them in another thread, so a long text does not block other requests. */
export const fingerprints: Fingerprints = {
  of: async (text) => {
    const bytes = typeof text === 'string' ? encoder.encode(text) : Uint8Array.from(text.bytes);
    const digest = await crypto.subtle.digest('SHA-256', bytes);
    return { sha256: Buffer.from(digest).toString('hex'), length: bytes.length };
  },
};
