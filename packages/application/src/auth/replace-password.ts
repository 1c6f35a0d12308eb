import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { apiKeyEvents, isEndedByReset } from '@portcullis/domain/internal/accounts/api-key';
import type { SetupLink } from '@portcullis/domain/internal/accounts/setup-link';
import { requirePerson, userEvents, withNewPassword, type User } from '@portcullis/domain/internal/accounts/user';
import type { VersionCondition } from '@portcullis/domain/internal/shared/version';
import type { Uses } from '../ports/unit-of-work.ts';
import { changeEntity, recordChange, type EventDependencies } from '../changes.ts';
import { removeFactorsAndIdentities } from './remove-factors-and-identities.ts';

interface Replacement {
  readonly actor: Actor;
  /** The versions of the user that the caller accepts; undefined for every version. */
  readonly ifMatch: VersionCondition | undefined;
  /** The user, whom the caller must have locked. */
  readonly user: User;
  readonly passwordHash: string;
  /** The latest setup link. The caller must have locked this link before the user. */
  readonly setupLink: SetupLink | undefined;
  /**
   * Whether the password was set with a link that was sent to the current e-mail address of the user (default false).
   */
  readonly provesAddress?: boolean;
}

/**
 * Sets a password without verifying the current one. All sessions of the user end, API keys that an intruder may have
 * created are removed, earlier failed logins are no longer counted, and an open invitation of the user ends. An open setup link of the user is closed, because the new password
 * may be meant to lock out somebody who has the link. If a link in a mail verifies the e-mail address of an unconfirmed
 * account, the second factors and identities are removed. They may belong to somebody who registered with the address
 * of another person.
 * @throws {BusinessError} service-account, version-changed
 */
export async function replacePassword(
  tx: Uses<'users' | 'sessions' | 'apiKeys' | 'setupLinks' | 'factors' | 'identities' | 'events'>,
  source: EventDependencies,
  { actor, user, passwordHash, setupLink, provesAddress = false, ifMatch }: Replacement,
): Promise<void> {
  requirePerson(user);
  const { id } = user;
  const about = { actor, stored: user, ifMatch } as const;
  const changed = withNewPassword(user, provesAddress, source.clock.now());
  if (changed !== user) {
    await changeEntity(tx, source, { ...about, event: userEvents.updated }, async (allow) => {
      await tx.users.save(allow(changed));
      return { before: user, after: changed };
    });
  }
  if (changed.emailVerified && !user.emailVerified && (await tx.users.isUnconfirmed(id))) {
    await removeFactorsAndIdentities(tx, source, { actor, user });
    await tx.users.confirm(id);
  }
  await changeEntity(tx, source, { ...about, event: userEvents.passwordChanged }, async (allow) => {
    await tx.users.resetPassword(allow(id), passwordHash);
    return { before: { sessionIds: await tx.sessions.endAll(allow(id)) }, after: { sessionIds: [] } };
  });
  for (const key of await tx.apiKeys.lockOf(id)) {
    if (!isEndedByReset(key, source.clock.now())) continue;
    await recordChange(tx, source, { event: apiKeyEvents.deleted, actor, subject: key }, async (allow) => {
      await tx.apiKeys.remove(allow(key.id));
      return { before: key };
    });
  }
  if (setupLink?.userId !== id) return;
  await tx.setupLinks.save({ ...setupLink, usedAt: setupLink.usedAt ?? source.clock.now() });
}
