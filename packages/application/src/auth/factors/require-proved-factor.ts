import { BusinessError, isConfirmed, type Actor, type Factor } from '@portcullis/domain';
import type { Clock } from '../../ports/system.ts';
import type { Uses } from '../../ports/unit-of-work.ts';

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
