import type { Actor, SetupLink, User } from '@portcullis/domain';
import type { Transaction } from '../ports/unit-of-work.ts';
import { recordEvent, type EventSource } from '../record-event.ts';

interface Replacement {
  readonly actor: Actor;
  /** The user, whom the caller must have locked. */
  readonly user: Pick<User, 'id' | 'username'>;
  readonly passwordHash: string;
  /** The latest setup link. The caller must have locked it before the user. */
  readonly setupLink: SetupLink | undefined;
}

/**
 * Sets a password without verifying the current one. All sessions of the user end, and earlier failed logins no
 * longer count. An open setup link of the user is closed, because the password may have been set to keep out somebody
 * who has the link.
 */
export async function replacePassword(
  tx: Transaction,
  source: EventSource,
  { actor, user: { id, username: name }, passwordHash, setupLink }: Replacement,
): Promise<void> {
  await tx.users.resetPassword(id, passwordHash);
  const sessionIds = await tx.sessions.endAll(id);
  await recordEvent(tx, source, {
    type: 'user.password.changed',
    actor,
    subject: { type: 'user', id, name },
    before: { sessionIds },
    after: { sessionIds: [] },
  });
  if (setupLink?.userId !== id) return;
  await tx.setupLinks.save({ ...setupLink, usedAt: setupLink.usedAt ?? source.clock.now() });
}
