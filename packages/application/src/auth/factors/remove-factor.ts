import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { BusinessError, orNotFound } from '@portcullis/domain/internal/shared/errors';
import { factorEvents, isConfirmed } from '@portcullis/domain/internal/accounts/factor';
import type { FactorId, UserId } from '@portcullis/domain/internal/shared/ids';
import type { User } from '@portcullis/domain/internal/accounts/user';
import type { CreateDependencies } from '../../dependencies.ts';
import { recordChange, type Allow, type EventDependencies } from '../../changes.ts';
import { requireProvedFactor } from './require-proved-factor.ts';
import type { Uses } from '../../ports/unit-of-work.ts';
import { endSessions } from '../sessions/end-sessions.ts';

/**
 * Removes a second factor (an authenticator app or a passkey) of the caller. If it is the last factor, the recovery
 * codes are also removed, and the sessions no longer count as verified with a second factor. The sessions that began
 * with a removed passkey end, except the session of the caller.
 * @throws {BusinessError} code-required, factor-not-found, and last-factor if a role of the caller requires a second
 * factor
 */
export const removeFactor =
  (deps: CreateDependencies<'users' | 'sessions' | 'apiKeys' | 'factors' | 'events'>) =>
  ({ actor, factorId }: { readonly actor: Actor; readonly factorId: FactorId }): Promise<void> =>
    deps.work.run(async (tx) => {
      const user = orNotFound(await tx.users.lock(actor.id), 'factor-not-found');
      const confirmed = (await tx.factors.of(user.id)).filter(isConfirmed);
      await requireProvedFactor(tx, deps, actor, confirmed);
      orNotFound(
        confirmed.find(({ id }) => id === factorId),
        'factor-not-found',
      );
      const isLast = confirmed.length === 1;
      if (isLast && (await tx.users.requiresFactor(user.id))) throw lastFactor();
      await recordChange(tx, deps, { event: factorEvents.removed, actor, subject: user }, async (allow) => {
        if (isLast) await removeLastFactor(tx, user.id, allow);
        await tx.factors.remove(allow([factorId]));
        return { before: { factorIds: [factorId] }, after: { factorIds: [] } };
      });
      await endPasskeySessions(tx, deps, { actor, user, factorIds: [factorId] });
    });

const lastFactor = (): BusinessError =>
  new BusinessError('last-factor', 'Your roles require a second factor. Add another one before you remove this one.');

/**
 * Removes the recovery codes of a user whose last factor is removed. The sessions and API keys of the user no longer
 * count as verified with a second factor. This function does not remove the factor: the caller does, and must have locked the
 * user.
 */
async function removeLastFactor(
  { factors, sessions, apiKeys }: Uses<'sessions' | 'apiKeys' | 'factors'>,
  userId: UserId,
  allow: Allow,
): Promise<void> {
  await Promise.all([
    factors.setRecoveryCodes(allow(userId), []),
    sessions.forgetFactors(userId),
    apiKeys.forgetFactors(userId),
  ]);
}

interface RemovedPasskeys {
  readonly actor: Actor;
  readonly user: { readonly id: UserId; readonly username: string };
  /** The removed factors. No session begins with a factor that is not a passkey. */
  readonly factorIds: readonly FactorId[];
}

/**
 * Ends the sessions that began with removed passkeys, because somebody else may have used a passkey that was lost. The
 * session of the caller continues.
 */
export async function endPasskeySessions(
  tx: Uses<'sessions' | 'events'>,
  source: EventDependencies,
  { actor, user, factorIds }: RemovedPasskeys,
): Promise<void> {
  await endSessions(tx, source, { actor, user }, (allow) =>
    tx.sessions.endBegunWith(allow(user.id), factorIds, actor.sessionId),
  );
}

interface Removal {
  readonly actor: Actor;
  /** The user, whom the caller must have locked. */
  readonly user: Pick<User, 'id' | 'username'>;
}

/**
 * Removes all second factors and recovery codes of a user. The sessions and API keys no longer count as verified with a
 * second factor.
 * @returns the ids of the removed factors, without those that were never confirmed
 */
export async function removeAllFactors(
  tx: Uses<'sessions' | 'apiKeys' | 'factors' | 'events'>,
  source: EventDependencies,
  { actor, user }: Removal,
): Promise<readonly FactorId[]> {
  const factors = await tx.factors.of(user.id);
  const factorIds = factors.filter(isConfirmed).map((factor) => factor.id);
  await recordChange(tx, source, { event: factorEvents.removed, actor, subject: user }, async (allow) => {
    await tx.factors.remove(allow(factors.map((factor) => factor.id)));
    await removeLastFactor(tx, user.id, allow);
    return { before: { factorIds }, after: { factorIds: [] } };
  });
  return factorIds;
}
