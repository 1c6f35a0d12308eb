import type { Actor, FactorId, UserId } from '@portcullis/domain';
import { recordSessionsEnded } from '../sessions/record-sessions-ended.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import type { EventDependencies } from '../../record-event.ts';

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
  tx: Transaction,
  source: EventDependencies,
  { actor, user, factorIds }: RemovedPasskeys,
): Promise<void> {
  const sessionIds = await tx.sessions.endBegunWith(user.id, factorIds, actor.sessionId);
  if (sessionIds.length > 0) await recordSessionsEnded(tx, source, { actor, user, sessionIds });
}
