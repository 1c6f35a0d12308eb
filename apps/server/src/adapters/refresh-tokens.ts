import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RefreshTokens } from '@portcullis/application';
import { isId } from '@portcullis/domain';

const secretBytes = 32;
const tokenPattern = /^(([0-9a-f-]{36})\.[A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
const withHash = (token: string) => ({ token, hash: hashOf(token) });

/**
 * A refresh token consists of the session's id, 256 secret bits, and an HMAC of the id and the bits. The bits of a
 * session's first token are random. Each further token is derived from the previous token with the server's secret. Two
 * exchanges of the same token therefore return the same new token. With the HMAC, a token that was issued and later
 * replaced can be distinguished from a token that was never issued.
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
      const [, body = '', sessionId, seal = ''] = tokenPattern.exec(text) ?? [];
      if (!isId<'Session'>(sessionId) || !timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(body))))
        return undefined;
      return { ...withHash(text), sessionId };
    },
  };
}
