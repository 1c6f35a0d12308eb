import type { Identity, IdentityId, SignInTicket, UserId } from '@portcullis/domain';

export interface IdentityRepository {
  /** @throws {BusinessError} identity-taken, if there is an identity with this issuer and subject */
  readonly add: (identity: Identity) => Promise<void>;
  readonly find: (account: Pick<Identity, 'issuer' | 'subject'>) => Promise<Identity | undefined>;
  readonly setLastUsed: (id: IdentityId, at: Date) => Promise<void>;
  /** Removes an identity of a user and returns it; undefined if the user has none with this id. */
  readonly remove: (userId: UserId, id: IdentityId) => Promise<Identity | undefined>;
  /** Removes the identities of a user and returns them, the oldest first. */
  readonly removeAll: (userId: UserId) => Promise<readonly Identity[]>;
}

export interface IdentityViews {
  /** Lists the identities of a user, the oldest first. */
  readonly of: (userId: UserId) => Promise<readonly Identity[]>;
}

export interface SignInTicketRepository {
  readonly add: (ticket: SignInTicket) => Promise<void>;
  /** Removes a ticket that has not expired at `at` and returns it; undefined if there is none, or if it was taken before. */
  readonly take: (hash: string, at: Date) => Promise<SignInTicket | undefined>;
  /** Removes at most `limit` tickets that have expired at `at`. Returns the number removed. */
  readonly removeExpired: (at: Date, limit: number) => Promise<number>;
}
