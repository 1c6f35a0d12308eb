import type { Identity, SignInTicket } from '@portcullis/domain/internal/accounts/identity';
import type { IdentityId, UserId } from '@portcullis/domain/internal/shared/ids';
import type { Reported } from './collection.ts';

/** Writes links between users and accounts at providers in a transaction. */
export interface IdentityRepository {
  /**
   * Stores an identity: the link between a user and an account at an identity provider.
   * @throws {BusinessError} identity-taken, if an identity with this issuer and subject exists
   */
  readonly add: Reported<(identity: Identity) => Promise<void>>;
  readonly find: (account: Pick<Identity, 'issuer' | 'subject'>) => Promise<Identity | undefined>;
  readonly setLastUsed: (id: IdentityId, at: Date) => Promise<void>;
  /** Removes an identity of a user and returns it; undefined if the user has no identity with this id. */
  readonly remove: Reported<(userId: UserId, id: IdentityId) => Promise<Identity | undefined>>;
  /** Removes the identities of a user and returns them, oldest first. */
  readonly removeAll: Reported<(userId: UserId) => Promise<readonly Identity[]>>;
}

/** Reads links between users and accounts at providers. */
export interface IdentityViews {
  /** Lists the identities of a user, oldest first. */
  readonly of: (userId: UserId) => Promise<readonly Identity[]>;
}

/** Writes tickets of sign-ins in a transaction. */
export interface SignInTicketRepository {
  readonly add: (ticket: SignInTicket) => Promise<void>;
  /** Removes and returns a ticket that has not expired at `at`. Returns undefined if there is no such ticket. */
  readonly take: (hash: string, at: Date) => Promise<SignInTicket | undefined>;
  /**
   * Removes at most `limit` tickets that have expired at `at`.
   * @returns the number of removed tickets
   */
  readonly removeExpired: (at: Date, limit: number) => Promise<number>;
}
