import { identityEvents, orNotFound, type Actor, type IdentityId } from '@portcullis/domain';
import type { CreateDependencies } from '../../dependencies.ts';
import { recordChange } from '../../changes.ts';

export interface UnlinkIdentityInput {
  readonly actor: Actor;
  readonly id: IdentityId;
}

/**
 * Removes one of the caller's identities: the link to an account at an identity provider. Sessions that were started
 * with this identity do not end.
 * @throws {BusinessError} identity-not-found
 */
export const unlinkIdentity =
  (deps: CreateDependencies<'identities' | 'events'>) =>
  ({ actor, id }: UnlinkIdentityInput): Promise<void> =>
    deps.work.run(async (tx) => {
      const subject = { id: actor.id, username: actor.name };
      await recordChange(tx, deps, { event: identityEvents.unlinked, actor, subject }, async (allow) => ({
        before: orNotFound(await tx.identities.remove(allow(actor.id), id), 'identity-not-found'),
      }));
    });
