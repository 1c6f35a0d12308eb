import { BusinessError, isConfirmed, type Actor, type Factor } from '@portcullis/domain';
import type { Clock } from '../ports/system.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

/**
 * Requires that the session of the caller has proved a second factor if the account has a confirmed one. Otherwise the password alone
 * could replace the factors of the account in a session from before them.
 * @param factors the factors of the caller, who is locked
 * @throws {BusinessError} code-required
 */
export async function requireProvedFactor(
  { sessions }: Pick<Transaction, 'sessions'>,
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
