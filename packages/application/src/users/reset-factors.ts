import { orNotFound, type Actor, type UserId } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import { endPasskeySessions } from '../auth/factors/remove-factor.ts';
import { removeAllFactors } from '../auth/factors/remove-all-factors.ts';

export interface ResetFactorsInput {
  readonly actor: Actor;
  readonly userId: UserId;
}

/**
 * Removes all second factors and recovery codes of a user, for example after the user has lost them. The user can then
 * log in with the password alone. The sessions that began with one of the passkeys end.
 * @throws {BusinessError} user-not-found
 */
export const resetFactors =
  (deps: CreateDependencies<'users' | 'sessions' | 'factors' | 'events'>) =>
  ({ actor, userId }: ResetFactorsInput): Promise<void> =>
    deps.work.run(async (tx) => {
      const user = orNotFound(await tx.users.lock(userId), 'user-not-found');
      const factorIds = await removeAllFactors(tx, deps, { actor, user });
      await endPasskeySessions(tx, deps, { actor, user, factorIds });
    });
