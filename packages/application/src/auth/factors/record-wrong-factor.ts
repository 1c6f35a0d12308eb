import { accountLocked, sessionEvents, type Actor, type User } from '@portcullis/domain';
import type { Uses } from '../../ports/unit-of-work.ts';
import { recordEvent, type EventDependencies } from '../../record-event.ts';

interface WrongFactor {
  readonly actor: Actor;
  readonly user: User;
  readonly reason: 'wrong-code' | 'wrong-passkey';
  /** Whether the throttle refuses further attempts. */
  readonly isLast: boolean;
}

/**
 * Records a wrong code or passkey. If the throttle refuses further attempts, the event `account.locked` is recorded
 * too.
 */
export async function recordWrongFactor(
  tx: Uses<'events'>,
  deps: EventDependencies,
  { actor, user, reason, isLast }: WrongFactor,
): Promise<void> {
  const about = { actor, subject: user };
  await recordEvent(tx, deps, { ...about, event: sessionEvents.refused, after: { reason } });
  if (isLast) await recordEvent(tx, deps, { ...about, event: accountLocked });
}
