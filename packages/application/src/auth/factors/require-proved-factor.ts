import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import { isConfirmed, type Factor } from '@portcullis/domain/internal/accounts/factor';
import { accountLocked, sessionEvents } from '@portcullis/domain/internal/accounts/session';
import type { User } from '@portcullis/domain/internal/accounts/user';
import type { Clock } from '../../ports/system.ts';
import type { Uses } from '../../ports/unit-of-work.ts';
import { recordEvent, type EventDependencies } from '../../changes.ts';

/**
 * Requires a session that was verified with a second factor, if the account has a confirmed factor. Without this check,
 * the password alone would be sufficient to replace the factors in a session that was opened before the first factor
 * was added.
 * @param factors the factors of the user, whose row the caller must have locked
 * @throws {BusinessError} code-required
 */
export async function requireProvedFactor(
  { sessions }: Uses<'sessions'>,
  { clock }: { readonly clock: Clock },
  { sessionId }: Actor,
  factors: readonly Factor[],
): Promise<void> {
  if (!factors.some(isConfirmed)) return;
  const session = sessionId === null ? undefined : await sessions.lockLive(sessionId, clock.now());
  if (session?.hasFactor !== true) throw codeRequired();
}

export const codeRequired = (): BusinessError =>
  new BusinessError('code-required', 'Please use your second factor: enter a code or use a passkey.');

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
