import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import { Unavailable } from './circuit-breaker.ts';

/** A token whose signature, claims and expiry time are right. */
export interface VerifiedToken {
  /** The id of the user. Undefined for the token of an API key, whose subject is the key. */
  readonly userId: string | undefined;
  /** When the token expires, in seconds since 1970. */
  readonly expiresAt: number;
}

export interface TokenOptions {
  readonly url: string;
  readonly timeoutMs: number;
  readonly fetch: typeof fetch;
  /** The accepted issuers. */
  readonly issuers: readonly string[];
}

/** Errors that mean that the token is not valid. After any other error, nothing is known about the token. */
const invalid: ReadonlySet<string> = new Set([
  errors.JWTExpired.code,
  errors.JWTInvalid.code,
  errors.JWTClaimValidationFailed.code,
  errors.JWSInvalid.code,
  errors.JWSSignatureVerificationFailed.code,
  errors.JWKSNoMatchingKey.code,
  errors.JWKSMultipleMatchingKeys.code,
  errors.JOSEAlgNotAllowed.code,
  errors.JOSENotSupported.code,
]);

/**
 * Returns a function that verifies access tokens with the public keys of Portcullis. The keys are read when they are
 * first needed, and again when a token names an unknown key.
 */
export function tokenVerifier({ url, timeoutMs, fetch: send, issuers }: TokenOptions) {
  const keys = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`), {
    timeoutDuration: timeoutMs,
    [customFetch]: (address, init) => send(address, { ...init, redirect: 'manual' }),
  });
  /**
   * @returns undefined if the token is not valid
   * @throws {Unavailable} if the keys cannot be read
   */
  return async (token: string): Promise<VerifiedToken | undefined> => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['EdDSA'],
        typ: 'at+jwt',
        audience: 'portcullis-api',
        issuer: [...issuers],
        requiredClaims: ['sub', 'sid', 'exp'],
      });
      const { sub, exp, client_id: clientId } = payload;
      if (sub === undefined || exp === undefined) return undefined;
      return { userId: clientId === undefined ? sub : undefined, expiresAt: exp };
    } catch (error) {
      if (error instanceof errors.JOSEError && invalid.has(error.code)) return undefined;
      throw new Unavailable('The keys of Portcullis cannot be read.', { cause: error });
    }
  };
}
