import { isConfirmed, orNotFound, type Actor, type UserId } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import { removeLastFactor } from '../factors/remove-last-factor.ts';
import { recordEvent } from '../record-event.ts';

export interface ResetFactorsInput {
  readonly actor: Actor;
  readonly userId: UserId;
}

/**
 * Removes all second factors and recovery codes of a user, for example after the user has lost them. The user can then
 * log in with the password alone.
 * @throws {BusinessError} user-not-found
 */
export const resetFactors =
  (deps: CreateDependencies) =>
  ({ actor, userId }: ResetFactorsInput): Promise<void> =>
    deps.work.run(async (tx) => {
      const { id, username: name } = orNotFound(await tx.users.lock(userId), 'user-not-found');
      const factors = await tx.factors.of(id);
      await tx.factors.remove(factors.map((factor) => factor.id));
      await removeLastFactor(tx, id);
      const factorIds = factors.filter(isConfirmed).map((factor) => factor.id);
      await recordEvent(tx, deps, {
        type: 'factor.removed',
        actor,
        subject: { type: 'user', id, name },
        before: { factorIds },
        after: { factorIds: [] },
      });
    });

export type ResetFactors = ReturnType<typeof resetFactors>;
