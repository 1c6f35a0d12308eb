import { KeyObject as SecretKey, webcrypto } from 'node:crypto';
import type { AccessTokens, Clock, IdSource } from '@portcullis/application/internal/ports/system';
import type { ApiKey } from '@portcullis/domain/internal/accounts/api-key';
import { isId, type ApiKeyId, type SessionId, type UserId } from '@portcullis/domain/internal/shared/ids';
import { errors, jwtVerify, SignJWT, type CryptoKey, type JWTPayload, type KeyObject } from 'jose';
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

/** The keys and the lifetime of access tokens. */
export interface AccessTokenOptions {
  readonly tokenKeys: TokenKeys;
  /** The lifetime of an access token in the format of the login response, such as `15m`. */
  readonly expiresIn: string;
  readonly ttlSeconds: number;
  /** The issuer of the tokens of API keys. Default: the issuer of the tokens of sessions, `portcullis`. */
  readonly publicUrl?: string | undefined;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** When a token was issued and when it expires, in seconds since 1970. */
interface TokenTimes {
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/**
 * The user and session of an access token. Roles and permissions are read from the database on each request, never from
 * the token.
 */
export interface AccessClaims extends TokenTimes {
  readonly userId: UserId;
  readonly sessionId: SessionId;
}

/** The API key that was exchanged for an access token. The token is worth the same as the key. */
export interface KeyTokenClaims extends TokenTimes {
  readonly keyId: ApiKeyId;
  readonly tokenVersion: number;
}

/** Creates and verifies access tokens of sessions and of API keys. */
export interface AccessTokenService extends AccessTokens {
  /**
   * Creates an access token of an API key. It is valid for 15 minutes, but not longer than the key.
   * @returns the token, and its lifetime in seconds
   */
  readonly issueForKey: (
    key: Pick<ApiKey, 'id' | 'tokenVersion' | 'expiresAt'>,
  ) => Promise<{ readonly token: string; readonly seconds: number }>;
  /** @throws {HttpError} token-expired, token-invalid */
  readonly verify: (token: string) => Promise<AccessClaims | KeyTokenClaims>;
}

const issuer = 'portcullis';
const audience = 'portcullis-api';
const typ = 'at+jwt';
const keyTokenSeconds = 15 * 60;

/**
 * Maximum number of verified tokens in the cache. Tokens are cached because verifying the signature is the most
 * expensive check and always has the same result. The expiry time is checked for each request.
 */
const cachedTokens = 10_000;

/**
 * Issues and verifies signed access tokens (docs/interface.md §5). Only one algorithm is accepted, and every claim is
 * required.
 */
export function accessTokenService(options: AccessTokenOptions): AccessTokenService {
  const { tokenKeys, expiresIn, ttlSeconds, publicUrl = issuer, clock, ids } = options;
  const [{ id: kid, algorithm: alg, signingKey }] = tokenKeys;
  let signing: ReturnType<typeof importKey> | undefined;
  const verifying = verifyingKeysOf(tokenKeys);
  const seconds = () => Math.floor(clock.now().getTime() / 1000);
  const cache = new LRUCache<string, AccessClaims | KeyTokenClaims>({ max: cachedTokens });
  const sign = async (claims: JWTPayload, issuedAt: number): Promise<string> =>
    new SignJWT({ ...claims, aud: audience, jti: ids.next(), iat: issuedAt })
      .setProtectedHeader({ alg, typ, kid })
      .sign(await (signing ??= importKey(signingKey)));
  return {
    expiresIn,
    issue: async ({ userId, sessionId }) => {
      const issuedAt = seconds();
      return sign({ iss: issuer, sub: userId, sid: sessionId, exp: issuedAt + ttlSeconds }, issuedAt);
    },
    issueForKey: async ({ id, tokenVersion, expiresAt }) => {
      const issuedAt = seconds();
      const exp = Math.min(issuedAt + keyTokenSeconds, Math.floor(expiresAt.getTime() / 1000));
      const claims = { iss: publicUrl, sub: id, sid: id, client_id: id, token_version: tokenVersion, exp };
      return { token: await sign(claims, issuedAt), seconds: exp - issuedAt };
    },
    verify: async (token) => {
      const cached = cache.get(token);
      if (cached !== undefined) {
        if (cached.expiresAt <= seconds()) throw expiredToken();
        return cached;
      }
      const verified = await verifySignature(token, verifying, alg, [issuer, publicUrl], clock.now());
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

/** Returns the function that finds the key of a token by its `kid`. */
function verifyingKeysOf(tokenKeys: TokenKeys): FindKey {
  const imported = new Map<string, ReturnType<typeof importKey>>();
  return ({ kid }) => {
    const key = tokenKeys.find(({ id }) => id === kid);
    if (key === undefined) throw invalidToken();
    const verifying = imported.get(key.id) ?? importKey(key.verifyingKey);
    imported.set(key.id, verifying);
    return verifying;
  };
}

async function verifySignature(
  token: string,
  verifyingKey: FindKey,
  algorithm: TokenKey['algorithm'],
  issuers: string[],
  currentDate: Date,
): Promise<AccessClaims | KeyTokenClaims> {
  try {
    const { payload } = await jwtVerify(token, verifyingKey, {
      algorithms: [algorithm],
      issuer: issuers,
      audience,
      typ,
      requiredClaims: ['sub', 'sid', 'jti', 'iat', 'exp'],
      currentDate,
    });
    return claimsOf(payload) ?? invalid();
  } catch (error) {
    throw error instanceof errors.JWTExpired ? expiredToken() : invalidToken();
  }
}

/** Only tokens of API keys have a `client_id`, so that the id of a session never counts as that of a key. */
function claimsOf(payload: JWTPayload): AccessClaims | KeyTokenClaims | undefined {
  const { sub, sid, client_id, token_version, iat: issuedAt = NaN, exp: expiresAt = NaN } = payload;
  if (client_id === undefined && token_version === undefined)
    return isId<'User'>(sub) && isId<'Session'>(sid) ? { userId: sub, sessionId: sid, issuedAt, expiresAt } : undefined;
  if (!isId<'ApiKey'>(client_id) || sub !== client_id || sid !== client_id) return undefined;
  return typeof token_version === 'number' && Number.isSafeInteger(token_version)
    ? { keyId: client_id, tokenVersion: token_version, issuedAt, expiresAt }
    : undefined;
}

function invalid(): never {
  throw invalidToken();
}

/** Returns the error for an invalid token, and for a token whose session has ended. */
export const invalidToken = (): HttpError =>
  new HttpError('token-invalid', 'Your session has ended. Please log in again.');

const expiredToken = (): HttpError => new HttpError('token-expired', 'Your access token has expired.');
