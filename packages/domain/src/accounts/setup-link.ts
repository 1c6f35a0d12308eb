import { BusinessError } from '../shared/errors.ts';
import type { UserId } from '../shared/ids.ts';
import { later } from '../shared/later.ts';

/** A link with which the first administrator chooses a user name and a password. The link can be used only once. */
export interface SetupLink {
  /** The administrator that was created when the service first started. */
  readonly userId: UserId;
  /** SHA-256 of the token in the link. The token itself is not stored. */
  readonly tokenHash: string;
  readonly expiresAt: Date;
  /** Null until the link has been used, or the password of the administrator has been replaced. */
  readonly usedAt: Date | null;
}

/** How long a setup link is valid, in milliseconds. */
const setupLinkMs = 30 * 60_000;

/** Makes the link with which the first administrator sets up the service. */
export const newSetupLink = (link: Pick<SetupLink, 'userId' | 'tokenHash'>, at: Date): SetupLink => ({
  ...link,
  expiresAt: later(at, setupLinkMs),
  usedAt: null,
});

/**
 * Checks that a setup link is still valid. It becomes invalid when it is used, when it expires, when its administrator
 * logs in, or when the password of this administrator is replaced.
 * @throws {BusinessError} setup-closed
 */
export function requireOpenSetupLink({ expiresAt, usedAt }: SetupLink, hasLoggedIn: boolean, at: Date): void {
  if (usedAt === null && !hasLoggedIn && at < expiresAt) return;
  throw new BusinessError('setup-closed', 'This link has been used or has expired. Please log in.');
}
