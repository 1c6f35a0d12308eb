import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { RefreshTokens } from '@portcullis/application';
import { isId } from '@portcullis/domain';

const secretBytes = 32;
const form = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;

/** More exchanges than a session lives through: every 15 minutes for 30 days. */
const maxGenerations = 3000;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

const tokenOf = (sessionId: string, secret: Buffer): string => `${sessionId}.${secret.toString('base64url')}`;
const withHash = (token: string) => ({ token, hash: hashOf(token) });

/**
 * Refresh tokens: the session's id, and 256 bits that only their holder knows. The first are random; each successor is
 * derived from its predecessor with the server's secret, so that the same exchange gives the same token, and a token that
 * was replaced long ago is told from one that never was.
 */
export function refreshTokens(secret: Buffer): RefreshTokens {
  const next = (token: string): string =>
    tokenOf(token.slice(0, token.indexOf('.')), createHmac('sha256', secret).update(token).digest());
  return {
    first: (sessionId) => withHash(tokenOf(sessionId, randomBytes(secretBytes))),
    successor: (token) => withHash(next(token)),
    read: (text) => {
      const sessionId = typeof text === 'string' ? form.exec(text)?.[1] : undefined;
      return typeof text === 'string' && isId<'Session'>(sessionId) ? { ...withHash(text), sessionId } : undefined;
    },
    precedes: (token, hash) => {
      let later = token;
      for (let generation = 0; generation < maxGenerations; generation += 1) {
        later = next(later);
        if (hashOf(later) === hash) return true;
      }
      return false;
    },
  };
}
