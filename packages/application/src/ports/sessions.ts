import type { Session, SessionId, Standing, UserId } from '@portcullis/domain';

export interface SessionRepository {
  readonly add: (session: Session) => Promise<void>;
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
