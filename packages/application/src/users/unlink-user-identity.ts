import { identityEvents, orNotFound, type Actor, type IdentityId, type UserId } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import { recordChange } from '../changes.ts';

export interface UnlinkUserIdentityInput {
  readonly actor: Actor;
  readonly userId: UserId;
  readonly id: IdentityId;
}

/**
 * Removes an identity (a link to an account at an identity provider) of any user, on behalf of an administrator. The
 * user can no longer sign in with this identity. Sessions that were started with it do not end.
 * @throws {BusinessError} user-not-found, identity-not-found
 */
export const unlinkUserIdentity =
  (deps: CreateDependencies<'users' | 'identities' | 'events'>) =>
  ({ actor, userId, id }: UnlinkUserIdentityInput): Promise<void> =>
    deps.work.run(async (tx) => {
      const user = orNotFound(await tx.users.lock(userId), 'user-not-found');
      await recordChange(tx, deps, { event: identityEvents.unlinked, actor, subject: user }, async (allow) => ({
        before: orNotFound(await tx.identities.remove(allow(user.id), id), 'identity-not-found'),
      }));
    });
