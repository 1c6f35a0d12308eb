import { factorEvents, BusinessError, isConfirmed, orNotFound, type Actor, type FactorId } from '@portcullis/domain';
import type { CreateDependencies } from '../../dependencies.ts';
import { recordEvent } from '../../record-event.ts';
import { endPasskeySessions } from './end-passkey-sessions.ts';
import { removeLastFactor } from './remove-last-factor.ts';
import { requireProvedFactor } from './require-proved-factor.ts';

export interface RemoveFactorInput {
  readonly actor: Actor;
  readonly factorId: FactorId;
}

/**
 * Removes a second factor (an authenticator app or a passkey) of the caller. If it is the last factor, the recovery
 * codes are also removed, and the sessions no longer count as verified with a second factor. The sessions that began
 * with a removed passkey end, except the session of the caller.
 * @throws {BusinessError} code-required, factor-not-found, and last-factor if a role of the caller requires a second
 * factor
 */
export const removeFactor =
  (deps: CreateDependencies) =>
  ({ actor, factorId }: RemoveFactorInput): Promise<void> =>
    deps.work.run(async (tx) => {
      const user = orNotFound(await tx.users.lock(actor.id), 'factor-not-found');
      const confirmed = (await tx.factors.of(user.id)).filter(isConfirmed);
      await requireProvedFactor(tx, deps, actor, confirmed);
      orNotFound(
        confirmed.find(({ id }) => id === factorId),
        'factor-not-found',
      );
      if (confirmed.length === 1) {
        if (await tx.users.requiresFactor(user.id)) throw lastFactor();
        await removeLastFactor(tx, user.id);
      }
      await tx.factors.remove([factorId]);
      await recordEvent(tx, deps, {
        event: factorEvents.removed,
        actor,
        subject: user,
        before: { factorIds: [factorId] },
        after: { factorIds: [] },
      });
      await endPasskeySessions(tx, deps, { actor, user, factorIds: [factorId] });
    });

const lastFactor = (): BusinessError =>
  new BusinessError('last-factor', 'Your roles require a second factor. Add another one before you remove this one.');

export type RemoveFactor = ReturnType<typeof removeFactor>;
