import type { CompletedRequest } from '@portcullis/domain/internal/shared/idempotency';
import type { UserId } from '@portcullis/domain/internal/shared/ids';

/** Reads the responses to requests with a key. */
export interface CompletedRequestViews {
  /** Returns the request if it has completed and its response has not expired at `at`. */
  readonly find: (id: string, at: Date) => Promise<CompletedRequest | undefined>;
}

/** Writes the responses to requests with a key in a transaction. */
export interface CompletedRequestRepository extends CompletedRequestViews {
  /** Adds a request, in place of an expired request with the same id. */
  readonly add: (request: CompletedRequest) => Promise<void>;
  /**
   * Removes all requests of a user except the newest `keep`. Requests that another transaction has locked are omitted.
   */
  readonly removeOldest: (userId: UserId, keep: number) => Promise<void>;
  /**
   * Removes at most `limit` requests that have expired at `at`.
   * @returns the number of removed requests
   */
  readonly removeExpired: (at: Date, limit: number) => Promise<number>;
}
