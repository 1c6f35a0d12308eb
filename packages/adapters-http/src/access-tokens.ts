import type { AccessTokens, Clock, IdSource } from '@portcullis/application';
import { isId, type SessionId, type UserId } from '@portcullis/domain';
import { errors, jwtVerify, SignJWT, type CryptoKey, type KeyObject } from 'jose';
import { EdgeRefusal } from './edge-refusal.ts';

export interface AccessTokenOptions {
  readonly algorithm: 'HS256' | 'EdDSA';
  readonly signingKey: CryptoKey | KeyObject;
  readonly verifyingKey: CryptoKey | KeyObject;
  /** Lifetime as login reports it, a duration such as `15m`. */
  readonly expiresIn: string;
  readonly ttlSeconds: number;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Whose token it is. What the holder may do is looked up on each request, never read from here. */
interface AccessClaims {
  readonly userId: UserId;
  readonly sessionId: SessionId;
}

export interface AccessTokenService extends AccessTokens {
  /** Refuses: token-expired, token-invalid. */
  readonly verify: (token: string) => Promise<AccessClaims>;
}

const issuer = 'portcullis';
const audience = 'portcullis-api';
const typ = 'at+jwt';

/** Signed access tokens (specification, sections 5.1 to 5.4): one pinned algorithm, every claim required. */
export function accessTokenService(options: AccessTokenOptions): AccessTokenService {
  const { algorithm, signingKey, verifyingKey, expiresIn, ttlSeconds, clock, ids } = options;
  const seconds = () => Math.floor(clock.now().getTime() / 1000);
  return {
    expiresIn,
    issue: ({ userId, sessionId }) => {
      const issuedAt = seconds();
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setJti(ids.next())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ttlSeconds)
        .sign(signingKey);
    },
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(token, verifyingKey, {
          algorithms: [algorithm],
          issuer,
          audience,
          typ,
          requiredClaims: ['sub', 'sid', 'jti', 'iat', 'exp'],
          currentDate: clock.now(),
        });
        const { sub, sid } = payload;
        if (isId<'User'>(sub) && isId<'Session'>(sid)) return { userId: sub, sessionId: sid };
        throw invalidToken();
      } catch (error) {
        throw error instanceof errors.JWTExpired
          ? new EdgeRefusal('token-expired', 'Your access token has expired.')
          : invalidToken();
      }
    },
  };
}

/** The refusal of a token that is no live session's. */
export const invalidToken = (): EdgeRefusal =>
  new EdgeRefusal('token-invalid', 'Your session has ended. Please log in again.');
