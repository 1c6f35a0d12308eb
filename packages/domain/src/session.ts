import type { SessionId, UserId } from './ids.ts';

/** One login: it ends when idle, at the latest some time after login, or when somebody ends it (section 5). */
export interface Session {
  readonly id: SessionId;
  readonly userId: UserId;
  /** SHA-256 of the refresh token that works next, base64url. No token is kept anywhere. */
  readonly refreshHash: string;
  /** That of the token before it, and when the two changed places; null before the first refresh. */
  readonly previousHash: string | null;
  readonly rotatedAt: Date | null;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
}

export interface SessionLifetimes {
  /** A session ends when unused that long, in milliseconds. */
  readonly idleMs: number;
  /** And at the latest that long after login, in milliseconds. */
  readonly maxMs: number;
}

/** How long the token before the current one is taken again, in milliseconds: for two tabs, or an answer that got lost. */
export const refreshGraceMs = 10_000;

/** Live sessions of one user; a login beyond them ends the one that was unused for longest. */
export const maxLiveSessions = 50;

type NewSession = Omit<Session, 'previousHash' | 'rotatedAt' | 'createdAt' | 'lastUsedAt' | 'expiresAt'>;

/** A session as login makes it. */
export function openSession(session: NewSession, at: Date, lifetimes: SessionLifetimes): Session {
  return {
    ...session,
    previousHash: null,
    rotatedAt: null,
    createdAt: at,
    lastUsedAt: at,
    expiresAt: sessionEnd(at, at, lifetimes),
  };
}

/** The session after its refresh token was exchanged for one with the hash `next`. */
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

/** When a session that is used at `usedAt` ends if nobody uses it again. */
export function sessionEnd(createdAt: Date, usedAt: Date, { idleMs, maxMs }: SessionLifetimes): Date {
  return new Date(Math.min(usedAt.getTime() + idleMs, createdAt.getTime() + maxMs));
}

/**
 * What a refresh token is to its session: the one that works next, the one just before it within its grace time (and so
 * answered with the same successor), or neither.
 */
export function refreshTurn(session: Session, hash: string, at: Date): 'next' | 'repeated' | 'neither' {
  if (hash === session.refreshHash) return 'next';
  if (hash !== session.previousHash || session.rotatedAt === null) return 'neither';
  return at.getTime() - session.rotatedAt.getTime() <= refreshGraceMs ? 'repeated' : 'neither';
}
