import { orNotFound, type Actor, type FactorId } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import { recordEvent } from '../record-event.ts';

export interface RemoveFactorInput {
  readonly actor: Actor;
  readonly factorId: FactorId;
}

/**
 * Removes a factor of the caller. The recovery codes go with the last one.
 * @throws {BusinessError} factor-not-found
 */
export const removeFactor =
  (deps: CreateDependencies) =>
  ({ actor, factorId }: RemoveFactorInput): Promise<void> =>
    deps.work.run(async (tx) => {
      const user = orNotFound(await tx.users.lock(actor.id), 'factor-not-found');
      const confirmed = (await tx.factors.of(user.id)).filter(({ confirmedAt }) => confirmedAt !== null);
      orNotFound(
        confirmed.find(({ id }) => id === factorId),
        'factor-not-found',
      );
      await tx.factors.remove([factorId]);
      if (confirmed.length === 1) await tx.factors.setRecoveryCodes(user.id, []);
      await recordEvent(tx, deps, {
        type: 'factor.removed',
        actor,
        subject: { type: 'user', id: user.id, name: user.username },
        before: { factorIds: [factorId] },
        after: { factorIds: [] },
      });
    });

export type RemoveFactor = ReturnType<typeof removeFactor>;
