import { BusinessError } from './errors.ts';
import type { UserId } from './ids.ts';

/** A link under which the first administrator, once, chooses a name and a password. */
export interface SetupLink {
  /** The administrator that the first start created. */
  readonly userId: UserId;
  /** SHA-256 of the token in the link. The token itself is kept nowhere. */
  readonly tokenHash: string;
  readonly expiresAt: Date;
  /** Null until the link has been used. */
  readonly usedAt: Date | null;
}

/** How long a link is valid, in milliseconds. */
const setupLinkMs = 30 * 60_000;

export const newSetupLink = (link: Pick<SetupLink, 'userId' | 'tokenHash'>, at: Date): SetupLink => ({
  ...link,
  expiresAt: new Date(at.getTime() + setupLinkMs),
  usedAt: null,
});

/**
 * A link works once, for half an hour, and not after its administrator has logged in.
 * @throws {BusinessError} setup-closed
 */
export function requireOpenSetupLink({ expiresAt, usedAt }: SetupLink, hasLoggedIn: boolean, at: Date): void {
  if (usedAt === null && !hasLoggedIn && at < expiresAt) return;
  throw new BusinessError('setup-closed', 'This link has been used or has expired. Please log in.');
}
