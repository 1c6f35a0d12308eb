import type { SessionStart } from './event-types.ts';
import type { SessionId, UserId } from './ids.ts';

/** A login session. It ends when it is unused for too long or reaches a maximum age, or earlier, for example at logout. */
export interface Session {
  readonly id: SessionId;
  readonly userId: UserId;
  /** SHA-256 of the current refresh token, base64url. The token itself is not stored. */
  readonly refreshHash: string;
  /** SHA-256 of the previous refresh token; null before the first refresh. */
  readonly previousHash: string | null;
  /** Time when the current refresh token replaced the previous one; null before the first refresh. */
  readonly rotatedAt: Date | null;
  /** Time of the last proof of identity since the login; null if the login was the last one. Refreshing keeps it. */
  readonly authenticatedAt: Date | null;
  readonly ipAddress: string;
  readonly userAgent: string;
  /** Whether the user has proved a second factor in this session. Refreshing keeps it. */
  readonly hasFactor: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
}

export interface SessionLifetimes {
  /** A session ends when it was not used for this long, in milliseconds. */
  readonly idleMs: number;
  /** A session ends at the latest this long after login, in milliseconds. */
  readonly maxMs: number;
}

/**
 * How long a refresh token is still accepted after it was replaced, in milliseconds. Two tabs may refresh at once, or
 * a response may get lost.
 */
export const refreshGraceMs = 10_000;

/** Maximum number of live sessions per user. A further login ends the least recently used one. */
export const maxLiveSessions = 50;

type NewSession = Omit<
  Session,
  'previousHash' | 'rotatedAt' | 'authenticatedAt' | 'createdAt' | 'lastUsedAt' | 'expiresAt'
>;

/** Whether a login that ended in this way has proved a second factor. */
export const provesFactor = (how: SessionStart): boolean => how === 'factor' || how === 'passkey';

/** Returns the session after its user has proved again who they are. */
export const renewAuthentication = (session: Session, how: SessionStart, at: Date): Session => ({
  ...session,
  hasFactor: session.hasFactor || provesFactor(how),
  authenticatedAt: at,
});

/** Returns when the user of a session has last proved who they are. */
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

/** Returns the session after its refresh token was replaced by one with the hash `next`. */
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

/** Returns when a session that was last used at `usedAt` expires. */
export function sessionEnd(createdAt: Date, usedAt: Date, { idleMs, maxMs }: SessionLifetimes): Date {
  return new Date(Math.min(usedAt.getTime() + idleMs, createdAt.getTime() + maxMs));
}

/**
 * Compares a refresh token with those of its session. `previous` is returned for `refreshGraceMs` after the token was
 * replaced. The client then receives the same successor again.
 */
export function matchRefreshToken(session: Session, hash: string, at: Date): 'current' | 'previous' | 'unknown' {
  if (hash === session.refreshHash) return 'current';
  if (hash !== session.previousHash || session.rotatedAt === null) return 'unknown';
  return at.getTime() - session.rotatedAt.getTime() <= refreshGraceMs ? 'previous' : 'unknown';
}
