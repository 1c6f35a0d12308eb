import { isConfirmed, orNotFound, type Actor, type UserId } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import { endPasskeySessions } from '../factors/end-passkey-sessions.ts';
import { removeLastFactor } from '../factors/remove-last-factor.ts';
import { recordEvent } from '../record-event.ts';

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
  (deps: CreateDependencies) =>
  ({ actor, userId }: ResetFactorsInput): Promise<void> =>
    deps.work.run(async (tx) => {
      const user = orNotFound(await tx.users.lock(userId), 'user-not-found');
      const { id, username: name } = user;
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
      await endPasskeySessions(tx, deps, { actor, user, factorIds });
    });

export type ResetFactors = ReturnType<typeof resetFactors>;
