import type { SessionId, UserId } from './ids.ts';

/** One login: it ends when idle, at the latest some time after login, or when somebody ends it (section 5). */
export interface Session {
  readonly id: SessionId;
  readonly userId: UserId;
  /** SHA-256 of the refresh token that works next, base64url. The token itself is kept nowhere. */
  readonly refreshHash: string;
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

/** When a session that is used at `usedAt` ends if nobody uses it again. */
export function sessionEnd(createdAt: Date, usedAt: Date, { idleMs, maxMs }: SessionLifetimes): Date {
  return new Date(Math.min(usedAt.getTime() + idleMs, createdAt.getTime() + maxMs));
}
