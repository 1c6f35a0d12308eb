import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { identityEvents } from '@portcullis/domain/internal/accounts/identity';
import type { User } from '@portcullis/domain/internal/accounts/user';
import { removeAllFactors } from './factors/remove-factor.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { changeEntities, type EventDependencies } from '../changes.ts';

interface Removal {
  readonly actor: Actor;
  /** The user, whom the caller must have locked. */
  readonly user: Pick<User, 'id' | 'username'>;
}

/**
 * Removes the second factors, the recovery codes and the identities (links to accounts at identity providers) of a
 * user. The sessions and API keys no longer count as verified with a second factor.
 */
export async function removeFactorsAndIdentities(
  tx: Uses<'sessions' | 'apiKeys' | 'factors' | 'identities' | 'events'>,
  source: EventDependencies,
  { actor, user }: Removal,
): Promise<void> {
  await changeEntities(tx, source, [], async (allow) => {
    const removed = await tx.identities.removeAll(allow(user.id));
    return { events: removed.map((before) => ({ event: identityEvents.unlinked, actor, subject: user, before })) };
  });
  await removeAllFactors(tx, source, { actor, user });
}
