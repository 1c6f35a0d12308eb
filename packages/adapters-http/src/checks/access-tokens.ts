import { KeyObject as SecretKey, webcrypto } from 'node:crypto';
import type { AccessTokens, Clock, IdSource } from '@portcullis/application';
import { isId, type SessionId, type UserId } from '@portcullis/domain';
import { errors, jwtVerify, SignJWT, type CryptoKey, type KeyObject } from 'jose';
import { LRUCache } from 'lru-cache';
import { HttpError } from '../responses/http-error.ts';

/** A key that signs and verifies tokens. */
export interface TokenKey {
  /** The `kid` in the header of the tokens that the key has signed. */
  readonly id: string;
  readonly algorithm: 'HS256' | 'EdDSA';
  readonly signingKey: CryptoKey | KeyObject;
  readonly verifyingKey: CryptoKey | KeyObject;
}

/** Keys with the same algorithm: the first key signs, and every key verifies. */
export type TokenKeys = readonly [TokenKey, ...TokenKey[]];

export interface AccessTokenOptions {
  readonly tokenKeys: TokenKeys;
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
  const { tokenKeys, expiresIn, ttlSeconds, clock, ids } = options;
  const [{ id: kid, algorithm: alg, signingKey }] = tokenKeys;
  let signing: ReturnType<typeof importKey> | undefined;
  const verifying = verifyingKeysOf(tokenKeys);
  const seconds = () => Math.floor(clock.now().getTime() / 1000);
  const cache = new LRUCache<string, Verified>({ max: cachedTokens });
  return {
    expiresIn,
    issue: async ({ userId, sessionId }) => {
      const issuedAt = seconds();
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg, typ, kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setJti(ids.next())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ttlSeconds)
        .sign(await (signing ??= importKey(signingKey)));
    },
    verify: async (token) => {
      const cached = cache.get(token);
      if (cached !== undefined) {
        if (cached.expiresAt <= seconds()) throw expiredToken();
        return cached;
      }
      const verified = await verifySignature(token, verifying, alg, clock.now());
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

type FindKey = (header: { readonly kid?: string }) => Promise<CryptoKey | KeyObject>;

/**
 * Returns the function that finds the key of a token by its `kid`. Earlier releases issued tokens without `kid` and had
 * one key, so these tokens are verified with the first key.
 */
function verifyingKeysOf(tokenKeys: TokenKeys): FindKey {
  const imported = new Map<string, ReturnType<typeof importKey>>();
  return ({ kid = tokenKeys[0].id }) => {
    const key = tokenKeys.find(({ id }) => id === kid);
    if (key === undefined) throw invalidToken();
    const verifying = imported.get(kid) ?? importKey(key.verifyingKey);
    imported.set(kid, verifying);
    return verifying;
  };
}

async function verifySignature(
  token: string,
  verifyingKey: FindKey,
  algorithm: TokenKey['algorithm'],
  currentDate: Date,
): Promise<Verified> {
  try {
    const { payload } = await jwtVerify(token, verifyingKey, {
      algorithms: [algorithm],
      issuer,
      audience,
      typ,
      requiredClaims: ['sub', 'sid', 'jti', 'iat', 'exp'],
      currentDate,
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
