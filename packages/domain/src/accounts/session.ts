import { builtInEvent, recordedFields } from '../shared/declare-event.ts';
import { endedSessions, userSubject } from '../shared/subjects.ts';
import type { FactorId, SessionId, UserId } from '../shared/ids.ts';

/**
 * A login session. It ends at the latest when it is unused for too long or reaches a maximum age. It can end earlier,
 * for example at logout.
 */
/**
 * The last step of a login: `password`, `oidc` (a sign-in with OpenID Connect), `passkey` (without a password), or
 * `factor` (a second factor, after a password or a sign-in with OpenID Connect). For a later authentication in the same
 * session (step-up): `password`, `passkey`, or `factor` (a code).
 */
export type AuthenticationMethod = 'password' | 'oidc' | 'passkey' | 'factor';

/** A session of a user, without its tokens. */
export interface Session {
  readonly id: SessionId;
  readonly userId: UserId;
  /** SHA-256 of the current refresh token, in base64url. The token itself is not stored. */
  readonly refreshHash: string;
  /** SHA-256 of the previous refresh token; null before the first refresh. */
  readonly previousHash: string | null;
  /** Time when the current refresh token replaced the previous one; null before the first refresh. */
  readonly rotatedAt: Date | null;
  /**
   * Time of the last authentication after the login; null if the user has not authenticated again since the login. A
   * refresh of the tokens does not change this time.
   */
  readonly authenticatedAt: Date | null;
  readonly ipAddress: string;
  readonly userAgent: string;
  /**
   * Whether the user has proved a second factor in this session. A refresh of the tokens does not change this value.
   * When the last factor of the account is removed, the value becomes false.
   */
  readonly hasFactor: boolean;
  /** The passkey with which the session began; null if it began without one. */
  readonly passkeyId: FactorId | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
}

/** How long sessions last. */
export interface SessionLifetimes {
  /** Time without use after which a session ends, in milliseconds. */
  readonly idleMs: number;
  /** Time after the login at which a session ends at the latest, in milliseconds. */
  readonly maxMs: number;
}

/**
 * How long a refresh token is still accepted after it was replaced, in milliseconds. Two tabs may refresh
 * simultaneously, or a response may get lost.
 */
const refreshGraceMs = 10_000;

/** Maximum number of live sessions per user. A further login ends the least recently used session. */
export const maxLiveSessions = 50;

type NewSession = Omit<
  Session,
  'previousHash' | 'rotatedAt' | 'authenticatedAt' | 'createdAt' | 'lastUsedAt' | 'expiresAt'
>;

/** Whether a login whose last step was `how` has proved a second factor. */
export const provesFactor = (how: AuthenticationMethod): boolean => how === 'factor' || how === 'passkey';

/** Returns the session after its user has authenticated again. */
export const renewAuthentication = (session: Session, how: AuthenticationMethod, at: Date): Session => ({
  ...session,
  hasFactor: session.hasFactor || provesFactor(how),
  authenticatedAt: at,
});

/** Returns the time at which the user of a session last authenticated. */
export const lastAuthentication = ({ authenticatedAt, createdAt }: Session): Date => authenticatedAt ?? createdAt;

/** Creates the session of a login at the time `at`. */
export function openSession(session: NewSession, at: Date, lifetimes: SessionLifetimes): Session {
  return {
    ...session,
    previousHash: null,
    rotatedAt: null,
    authenticatedAt: null,
    createdAt: at,
    lastUsedAt: at,
    expiresAt: sessionEnd(at, at, lifetimes),
  };
}

/** Returns the session after its refresh token was replaced by a token with the hash `next`. */
export function rotateSession(session: Session, next: string, at: Date, lifetimes: SessionLifetimes): Session {
  return {
    ...session,
    refreshHash: next,
    previousHash: session.refreshHash,
    rotatedAt: at,
    lastUsedAt: at,
    expiresAt: sessionEnd(session.createdAt, at, lifetimes),
  };
}

/** Returns the time at which a session expires. `usedAt` is the time of its last use. */
export function sessionEnd(createdAt: Date, usedAt: Date, { idleMs, maxMs }: SessionLifetimes): Date {
  return new Date(Math.min(usedAt.getTime() + idleMs, createdAt.getTime() + maxMs));
}

/**
 * Compares a refresh token with the current and the previous token of its session. Returns `previous` only until
 * `refreshGraceMs` after the token was replaced. A client that sends the previous token in this time receives the same
 * new token again.
 */
export function matchRefreshToken(session: Session, hash: string, at: Date): 'current' | 'previous' | 'unknown' {
  if (hash === session.refreshHash) return 'current';
  if (hash !== session.previousHash || session.rotatedAt === null) return 'unknown';
  return at.getTime() - session.rotatedAt.getTime() <= refreshGraceMs ? 'previous' : 'unknown';
}

interface StartedSession {
  /** Before the login, the ids of the sessions that it ends; after it, the id of the new session. */
  readonly sessionIds: readonly SessionId[];
  readonly how: AuthenticationMethod | null;
}

interface RefusedLogin {
  readonly reason: 'unknown-account' | 'wrong-password' | 'account-disabled' | 'wrong-code' | 'wrong-passkey';
}

/** The events of sessions. */
export const sessionEvents = {
  started: builtInEvent(userSubject, 'session.started', recordedFields<StartedSession>()('sessionIds', 'how')),
  authenticated: builtInEvent(userSubject, 'session.authenticated', recordedFields<StartedSession>()('how')),
  refused: builtInEvent(userSubject, 'session.refused', recordedFields<RefusedLogin>()('reason')),
  ended: builtInEvent(userSubject, 'session.ended', endedSessions),
  reused: builtInEvent(userSubject, 'session.reused', endedSessions),
};

/** The event of an account to which too many logins have failed. */
export const accountLocked = builtInEvent(userSubject, 'account.locked', recordedFields()());
