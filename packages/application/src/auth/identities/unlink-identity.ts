import { identityEvents, orNotFound, type Actor, type IdentityId } from '@portcullis/domain';
import type { CreateDependencies } from '../../dependencies.ts';
import { recordEvent } from '../../record-event.ts';

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
  (deps: CreateDependencies) =>
  ({ actor, id }: UnlinkIdentityInput): Promise<void> =>
    deps.work.run(async (tx) => {
      const before = orNotFound(await tx.identities.remove(actor.id, id), 'identity-not-found');
      const subject = { id: actor.id, username: actor.name };
      await recordEvent(tx, deps, { event: identityEvents.unlinked, actor, subject, before });
    });

export type UnlinkIdentity = ReturnType<typeof unlinkIdentity>;
