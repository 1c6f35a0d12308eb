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

const maxRemembered = 10_000;

/**
 * Reads who calls from the Authorization header. A signature is verified once per token; what the claims say of time is
 * looked at each time, and whether the session still lives is asked of the database.
 */
export function accessReader(secret: string): (authorization: string | undefined) => Caller {
  const verified = new Map<string, Claims>();
  return (authorization = '') => {
    const token = authorization.slice('Bearer '.length);
    let claims = verified.get(token);
    if (claims === undefined) {
      claims = verify(secret, token);
      if (verified.size >= maxRemembered) verified.clear();
      verified.set(token, claims);
    }
    if (claims.exp * 1000 <= Date.now()) throw sessionEnded();
    return { userId: claims.sub, sessionId: claims.sid };
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
