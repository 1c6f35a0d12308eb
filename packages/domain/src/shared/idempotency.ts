import { BusinessError } from './errors.ts';
import type { UserId } from './ids.ts';

/** A request with an `Idempotency-Key`. Its caller may repeat it, and the repetition has no further effect. */
export interface IdempotentRequest {
  /** Hash of the caller, the method, the path of the route with its parameters, and the key. */
  readonly id: string;
  readonly userId: UserId;
  /** Hash of the body, with a secret key. The body itself is not stored. */
  readonly bodyHash: string;
  /** Hashes of the body with other keys, which a process with another order of its keys may have stored. */
  readonly otherBodyHashes?: readonly string[];
}

/** The response to a request that succeeded. */
export interface StoredResponse {
  readonly status: number;
  /** The version in the `ETag` of the response. Null if the response has no `ETag`. */
  readonly version: number | null;
  /** Null if the body was larger than `idempotencyLimits.bodyBytes`. */
  readonly body: string | null;
  /** The id of the resource in the response. It is set if `body` is null, so that the response can be made again. */
  readonly resourceId: string | null;
}

/** A request with an `Idempotency-Key` that a use case executes. */
export interface KeyedRequest extends IdempotentRequest {
  /** Makes the response from the result of the use case. It is called in the transaction, before the commit. */
  respond(result: unknown): Promise<StoredResponse>;
}

/** A request that succeeded. Failed requests are not stored, so a repetition executes them again. */
export interface CompletedRequest extends Omit<IdempotentRequest, 'otherBodyHashes'> {
  readonly response: StoredResponse;
  readonly expiresAt: Date;
}

/** The limits of repeated requests. */
export const idempotencyLimits = {
  /** Maximum length of an `Idempotency-Key`. */
  key: 64,
  /** How long the response to a request is stored, in milliseconds. */
  storedMs: 24 * 60 * 60 * 1000,
  /** Maximum number of stored requests of each user. Of more requests, the oldest are removed. */
  storedPerUser: 1000,
  /** Maximum size of a stored body, in bytes. */
  bodyBytes: 64 * 1024,
};

/**
 * Checks that a request repeats a completed one.
 * @throws {BusinessError} idempotency-key-reused, if the bodies differ
 */
export function requireSameBody(
  completed: Pick<CompletedRequest, 'bodyHash'>,
  { bodyHash, otherBodyHashes = [] }: IdempotentRequest,
): void {
  if (completed.bodyHash === bodyHash || otherBodyHashes.includes(completed.bodyHash)) return;
  throw new BusinessError('idempotency-key-reused', 'This Idempotency-Key belongs to a request with another body.');
}
