import { createHmac, timingSafeEqual } from 'node:crypto';
import { sessionEnded } from './refused.ts';

export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
}

interface Claims {
  readonly sub: string;
  readonly sid: string;
  readonly iss: string;
  readonly aud: string;
  readonly exp: number;
}

interface Verified {
  readonly caller: Caller;
  readonly expiresMs: number;
}

const maxRemembered = 10_000;

/**
 * Returns a function that reads the caller from the Authorization header. The signature of a token is verified only if
 * the header is not in a cache of verified headers. The expiry is checked for each request, and the session is checked
 * by the statement that reads the data.
 */
export function accessReader(secret: string): (authorization: string | undefined) => Caller {
  const verified = new Map<string, Verified>();
  return (authorization = '') => {
    let found = verified.get(authorization);
    if (found === undefined) {
      const { sub, sid, exp } = verify(secret, authorization.slice('Bearer '.length));
      found = { caller: { userId: sub, sessionId: sid }, expiresMs: exp * 1000 };
      if (verified.size >= maxRemembered) verified.clear();
      verified.set(authorization, found);
    }
    if (found.expiresMs <= Date.now()) throw sessionEnded();
    return found.caller;
  };
}

function verify(secret: string, token: string): Claims {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const expected = createHmac('sha256', secret).update(`${header}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw sessionEnded();
  const { alg, typ }: { alg?: string; typ?: string } = JSON.parse(Buffer.from(header, 'base64url').toString());
  const claims: Claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const isOurs = alg === 'HS256' && typ === 'at+jwt' && claims.iss === 'portcullis' && claims.aud === 'portcullis-api';
  if (!isOurs) throw sessionEnded();
  return claims;
}
