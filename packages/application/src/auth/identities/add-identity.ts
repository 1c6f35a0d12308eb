import { identityEvents, type Actor, type ExternalAccount, type Identity, type User } from '@portcullis/domain';
import type { Uses } from '../../ports/unit-of-work.ts';
import { recordChange } from '../../changes.ts';
import type { EventDependencies } from '../../record-event.ts';

interface Linking {
  readonly actor: Actor;
  readonly user: Pick<User, 'id' | 'username'>;
  readonly account: Pick<ExternalAccount, 'issuer' | 'subject'>;
}

/**
 * Links an account at an identity provider to a user.
 * @throws {BusinessError} identity-taken
 */
export async function addIdentity(
  tx: Uses<'identities' | 'events'>,
  source: EventDependencies,
  { actor, user, account: { issuer, subject } }: Linking,
): Promise<Identity> {
  const at = source.clock.now();
  const id = source.ids.next<'Identity'>();
  const identity = { id, userId: user.id, issuer, subject, createdAt: at, lastUsedAt: at };
  await recordChange(tx, source, { event: identityEvents.linked, actor, subject: user }, async (allow) => {
    await tx.identities.add(allow(identity));
    return { after: identity };
  });
  return identity;
}
