import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RefreshTokens } from '@portcullis/application';
import { isId } from '@portcullis/domain';

const secretBytes = 32;
const form = /^(([0-9a-f-]{36})\.[A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
const withHash = (token: string) => ({ token, hash: hashOf(token) });

/**
 * Refresh tokens: the session's id, 256 bits that only their holder matchesEtag, and a seal over both. The first are random;
 * each successor is derived from its predecessor with the server's secret, so that the same exchange gives the same
 * token. The seal tells a token that was replaced, however long ago, from one that never was.
 */
export function refreshTokens(secret: Buffer): RefreshTokens {
  const keyed = (use: 'next' | 'seal', text: string): Buffer =>
    createHmac('sha256', secret).update(`${use} ${text}`).digest();
  const sealOf = (body: string): string => keyed('seal', body).toString('base64url');
  const issue = (sessionId: string, bits: Buffer) => {
    const body = `${sessionId}.${bits.toString('base64url')}`;
    return withHash(`${body}.${sealOf(body)}`);
  };
  return {
    first: (sessionId) => issue(sessionId, randomBytes(secretBytes)),
    successor: ({ sessionId, token }) => issue(sessionId, keyed('next', token)),
    read: (text) => {
      if (typeof text !== 'string') return undefined;
      const [, body = '', sessionId, seal = ''] = form.exec(text) ?? [];
      if (!isId<'Session'>(sessionId) || !timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(body))))
        return undefined;
      return { ...withHash(text), sessionId };
    },
  };
}
