import type { Session, SessionId, Standing, UserId } from '@portcullis/domain';

export interface SessionRepository {
  readonly add: (session: Session) => Promise<void>;
  /** A session that has not expired at `at`, of a user who is enabled, locked until the transaction ends. */
  readonly lockLive: (id: SessionId, at: Date) => Promise<Session | undefined>;
  readonly save: (session: Session) => Promise<void>;
  readonly end: (id: SessionId) => Promise<void>;
  /** Ends every session of a user, but for `except`. */
  readonly endAll: (userId: UserId, except?: SessionId) => Promise<void>;
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
}

/** A session as its owner sees it (decisions, section 4). */
export type SessionView = Pick<Session, 'id' | 'ipAddress' | 'userAgent' | 'createdAt' | 'lastUsedAt' | 'expiresAt'>;

export interface SessionViews {
  /** The sessions of a user that have not expired, the last used first. */
  readonly ofUser: (userId: UserId) => Promise<readonly SessionView[]>;
}
