import type { Session, SessionId, Standing, UserId } from '@portcullis/domain';
import type { AuditViews } from './audit.ts';
import type { ListQuery, Page } from './lists.ts';
import type { MenuViews } from './menus.ts';
import type { PermissionViews } from './permissions.ts';
import type { RoleViews } from './roles.ts';
import type { UserViews } from './users.ts';

export interface SessionRepository {
  readonly add: (session: Session) => Promise<void>;
  /** A session that has not expired at `at`, of a user who is enabled, locked until the transaction ends. */
  readonly lockLive: (id: SessionId, at: Date) => Promise<Session | undefined>;
  readonly save: (session: Session) => Promise<void>;
  readonly end: (id: SessionId) => Promise<void>;
  /** Ends a session that belongs to the user and has not expired at `at`. @returns whether there was one */
  readonly endLive: (userId: UserId, id: SessionId, at: Date) => Promise<boolean>;
  /**
   * Ends the sessions of a user that have not expired at `at`, except the `keep` most recently used ones. The caller has
   * locked the user, so that concurrent logins cannot exceed the limit together.
   */
  readonly endLeastRecentlyUsed: (userId: UserId, keep: number, at: Date) => Promise<void>;
  /** Ends every session of a user, but for `except`. The caller has locked the user. */
  readonly endAll: (userId: UserId, except?: SessionId) => Promise<void>;
  /** Removes at most `limit` sessions that have expired at `at`; answers how many. */
  readonly removeExpired: (at: Date, limit: number) => Promise<number>;
}

/** The question a request asks about its caller. */
export interface StandingQuery {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  /** Role codes the operation cares about. */
  readonly roles: readonly string[];
  /** Permission codes the operation cares about. */
  readonly permissions: readonly string[];
}

export interface AccessViews {
  /**
   * Which of the codes the caller holds at this moment; `undefined` when the session has ended or the user is disabled or
   * gone. One round trip, nothing remembered from an earlier one (specification, section 5.2).
   */
  readonly standing: (query: StandingQuery) => Promise<Standing | undefined>;
  /**
   * The same question, asked together with the first that `read` asks of its views: both are answered by one statement, of
   * one moment. `admit` learns the standing before anything that was read is answered, and ends the request by throwing.
   */
  readonly admitting: <T>(
    query: StandingQuery,
    admit: (standing: Standing | undefined) => void,
    read: (views: CallerViews) => Promise<T>,
  ) => Promise<T>;
}

/** The views that a request asks along with its access check. */
export interface CallerViews {
  readonly users: UserViews;
  readonly sessions: SessionViews;
  readonly roles: RoleViews;
  readonly permissions: PermissionViews;
  readonly menus: MenuViews;
  readonly audit: AuditViews;
}

/** A session as its owner sees it (decisions, section 4). */
export type SessionView = Pick<Session, 'id' | 'ipAddress' | 'userAgent' | 'createdAt' | 'lastUsedAt' | 'expiresAt'>;

export const sessionSortFields = ['lastUsedAt', 'createdAt'] as const;
export type SessionSortField = (typeof sessionSortFields)[number];

export interface SessionListQuery extends ListQuery<SessionSortField> {
  readonly userId: UserId;
}

export interface SessionViews {
  /** The sessions of a user that have not expired, by default the most recently used first. */
  readonly list: (query: SessionListQuery) => Promise<Page<SessionView>>;
}
