import { factorEvents, isConfirmed, type Actor, type FactorId, type User } from '@portcullis/domain';
import type { Uses } from '../../ports/unit-of-work.ts';
import { recordEvent, type EventDependencies } from '../../record-event.ts';
import { removeLastFactor } from './remove-factor.ts';

interface Removal {
  readonly actor: Actor;
  /** The user, whom the caller must have locked. */
  readonly user: Pick<User, 'id' | 'username'>;
}

/**
 * Removes all second factors and recovery codes of a user. The sessions no longer count as verified with a second factor.
 * @returns the ids of the removed factors, without those that were never confirmed
 */
export async function removeAllFactors(
  tx: Uses<'sessions' | 'factors' | 'events'>,
  source: EventDependencies,
  { actor, user }: Removal,
): Promise<readonly FactorId[]> {
  const factors = await tx.factors.of(user.id);
  await tx.factors.remove(factors.map((factor) => factor.id));
  await removeLastFactor(tx, user.id);
  const factorIds = factors.filter(isConfirmed).map((factor) => factor.id);
  const [before, after] = [{ factorIds }, { factorIds: [] }];
  await recordEvent(tx, source, { event: factorEvents.removed, actor, subject: user, before, after });
  return factorIds;
}
