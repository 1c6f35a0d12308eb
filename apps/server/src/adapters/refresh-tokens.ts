import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RefreshTokens } from '@portcullis/application/internal/ports/system';
import { isId } from '@portcullis/domain';
import { hashOf } from './hashed-tokens.ts';

const secretBytes = 32;
const tokenPattern = /^(([0-9a-f-]{36})\.[A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

const withHash = (token: string) => ({ token, hash: hashOf(token) });

const keyed = (secret: Buffer, use: 'next' | 'seal', text: string): Buffer =>
  createHmac('sha256', secret).update(`${use} ${text}`).digest();
const sealOf = (secret: Buffer, body: string): string => keyed(secret, 'seal', body).toString('base64url');

function issue(secret: Buffer, sessionId: string, bits: Buffer) {
  const body = `${sessionId}.${bits.toString('base64url')}`;
  return withHash(`${body}.${sealOf(secret, body)}`);
}

/**
 * A refresh token consists of the session's id, 256 secret bits, and an HMAC of the id and the bits. The bits of a
 * session's first token are random. Each further token is derived from the previous token with the same secret of the
 * server. Two exchanges of the same token therefore return the same new token, even while processes are restarted with
 * their secrets in another order. With the HMAC, a token that was issued and later replaced can be distinguished from a
 * token that was never issued, and the secret of the token is found.
 * @param secrets the first secret is that of new sessions; the others are those of earlier sessions
 */
export function refreshTokens(secrets: readonly [Buffer, ...Buffer[]]): RefreshTokens {
  const [current] = secrets;
  const secretOf = (body: string, seal: string): Buffer | undefined =>
    secrets.find((secret) => timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(secret, body))));
  return {
    first: (sessionId) => issue(current, sessionId, randomBytes(secretBytes)),
    successor: ({ sessionId, token }) => {
      const [, body = '', , seal = ''] = tokenPattern.exec(token) ?? [];
      const secret = secretOf(body, seal) ?? current;
      return issue(secret, sessionId, keyed(secret, 'next', token));
    },
    read: (text) => {
      if (typeof text !== 'string') return undefined;
      const [, body = '', sessionId, seal = ''] = tokenPattern.exec(text) ?? [];
      return isId<'Session'>(sessionId) && secretOf(body, seal) ? { ...withHash(text), sessionId } : undefined;
    },
  };
}
