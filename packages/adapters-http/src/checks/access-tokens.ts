import { KeyObject as SecretKey, webcrypto } from 'node:crypto';
import type { AccessTokens, Clock, IdSource } from '@portcullis/application';
import { isId, type SessionId, type UserId } from '@portcullis/domain';
import { errors, jwtVerify, SignJWT, type CryptoKey, type KeyObject } from 'jose';
import { LRUCache } from 'lru-cache';
import { HttpError } from '../responses/http-error.ts';

export interface AccessTokenOptions {
  readonly algorithm: 'HS256' | 'EdDSA';
  readonly signingKey: CryptoKey | KeyObject;
  readonly verifyingKey: CryptoKey | KeyObject;
  /** The lifetime of an access token in the format of the login response, such as `15m`. */
  readonly expiresIn: string;
  readonly ttlSeconds: number;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/**
 * The user and session of an access token. Roles and permissions are read from the database on each request, never from
 * the token.
 */
export interface AccessClaims {
  readonly userId: UserId;
  readonly sessionId: SessionId;
}

export interface AccessTokenService extends AccessTokens {
  /** @throws {HttpError} token-expired, token-invalid */
  readonly verify: (token: string) => Promise<AccessClaims>;
}

const issuer = 'portcullis';
const audience = 'portcullis-api';
const typ = 'at+jwt';

/**
 * Maximum number of verified tokens in the cache. Tokens are cached because verifying the signature is the most
 * expensive check and always has the same result. The expiry time is checked for each request.
 */
const cachedTokens = 10_000;

interface Verified extends AccessClaims {
  /** Expiry time, in seconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Issues and verifies signed access tokens (docs/interface.md §5). Only one algorithm is accepted, and every claim is
 * required.
 */
export function accessTokenService(options: AccessTokenOptions): AccessTokenService {
  const { algorithm, expiresIn, ttlSeconds, clock, ids } = options;
  let signing: ReturnType<typeof importKey> | undefined;
  let verifying: ReturnType<typeof importKey> | undefined;
  const signingKey = () => (signing ??= importKey(options.signingKey));
  const verifyingKey = () => (verifying ??= importKey(options.verifyingKey));
  const seconds = () => Math.floor(clock.now().getTime() / 1000);
  const cache = new LRUCache<string, Verified>({ max: cachedTokens });
  return {
    expiresIn,
    issue: async ({ userId, sessionId }) => {
      const issuedAt = seconds();
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setJti(ids.next())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ttlSeconds)
        .sign(await signingKey());
    },
    verify: async (token) => {
      const cached = cache.get(token);
      if (cached !== undefined) {
        if (cached.expiresAt <= seconds()) throw expiredToken();
        return cached;
      }
      const verified = await verifySignature(token, await verifyingKey(), options);
      cache.set(token, verified);
      return verified;
    },
  };
}

/**
 * Imports a secret as a CryptoKey, because jose would import a KeyObject again each time a token is signed or verified.
 * Returns any other key unchanged.
 */
const importKey = async (key: CryptoKey | KeyObject): Promise<CryptoKey | KeyObject> =>
  key instanceof SecretKey && key.type === 'secret'
    ? webcrypto.subtle.importKey('raw', key.export(), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
    : key;

async function verifySignature(
  token: string,
  verifyingKey: CryptoKey | KeyObject,
  { algorithm, clock }: AccessTokenOptions,
): Promise<Verified> {
  try {
    const { payload } = await jwtVerify(token, verifyingKey, {
      algorithms: [algorithm],
      issuer,
      audience,
      typ,
      requiredClaims: ['sub', 'sid', 'jti', 'iat', 'exp'],
      currentDate: clock.now(),
    });
    const { sub, sid, exp } = payload;
    if (isId<'User'>(sub) && isId<'Session'>(sid) && exp !== undefined) {
      return { userId: sub, sessionId: sid, expiresAt: exp };
    }
    throw invalidToken();
  } catch (error) {
    throw error instanceof errors.JWTExpired ? expiredToken() : invalidToken();
  }
}

/** Returns the error for an invalid token, and for a token whose session has ended. */
export const invalidToken = (): HttpError =>
  new HttpError('token-invalid', 'Your session has ended. Please log in again.');

const expiredToken = (): HttpError => new HttpError('token-expired', 'Your access token has expired.');
