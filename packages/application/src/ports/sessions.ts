import type { FactorId, SessionId, UserId } from '@portcullis/domain/internal/shared/ids';
import type { Session } from '@portcullis/domain/internal/accounts/session';
import type { Reported } from './collection.ts';
import type { ListQuery, Page } from './lists.ts';

/** Writes sessions in a transaction. */
export interface SessionRepository {
  readonly add: Reported<(session: Session) => Promise<void>>;
  /**
   * Reads a session and locks it until the transaction ends. Returns `undefined` if the session does not exist, has
   * expired at `at`, or belongs to a disabled user.
   */
  readonly lockLive: (id: SessionId, at: Date) => Promise<Session | undefined>;
  readonly save: (session: Session) => Promise<void>;
  readonly end: Reported<(id: SessionId) => Promise<void>>;
  /**
   * Ends a session that belongs to the user and has not expired at `at`.
   * @returns whether a session was ended
   */
  readonly endLive: Reported<(userId: UserId, id: SessionId, at: Date) => Promise<boolean>>;
  /**
   * Ends the sessions of a user that have not expired at `at`, except the `keep` most recently used sessions. The
   * caller must have locked the user. Otherwise concurrent logins could exceed the maximum number of sessions.
   * @returns the ids of the ended sessions
   */
  readonly endLeastRecentlyUsed: Reported<(userId: UserId, keep: number, at: Date) => Promise<readonly SessionId[]>>;
  /**
   * Ends all sessions of a user except `except`. The caller must have locked the user.
   * @returns the ids of the ended sessions
   */
  readonly endAll: Reported<(userId: UserId, except?: SessionId) => Promise<readonly SessionId[]>>;
  /**
   * Ends the sessions of a user that began with one of these passkeys, except `except`.
   * @returns the ids of the ended sessions
   */
  readonly endBegunWith: Reported<
    (userId: UserId, passkeyIds: readonly FactorId[], except: SessionId | null) => Promise<readonly SessionId[]>
  >;
  /** Marks all sessions of the user as not verified with a second factor. The caller must have locked the user. */
  readonly forgetFactors: (userId: UserId) => Promise<void>;
  /**
   * Removes at most `limit` sessions that have expired at `at`.
   * @returns the number of removed sessions
   */
  readonly removeExpired: (at: Date, limit: number) => Promise<number>;
}

/** A session as the API returns it, without token hashes. */
export type SessionView = Pick<Session, 'id' | 'ipAddress' | 'userAgent' | 'createdAt' | 'lastUsedAt' | 'expiresAt'>;

/** The fields by which sessions can be sorted. */
export const sessionSortFields = ['lastUsedAt', 'createdAt'] as const;
/** A field by which sessions can be sorted. */
export type SessionSortField = (typeof sessionSortFields)[number];

/** Which page of sessions is read, with filters and an order. */
export interface SessionListQuery extends ListQuery<SessionSortField> {
  readonly userId: UserId;
}

/** Reads sessions. */
export interface SessionViews {
  /** Lists the sessions of a user that have not expired. By default, the most recently used session comes first. */
  readonly list: (query: SessionListQuery) => Promise<Page<SessionView>>;
}
