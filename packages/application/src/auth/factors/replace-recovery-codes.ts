import { orNotFound, type Actor } from '@portcullis/domain';
import { recordWrongFactor } from './record-wrong-factor.ts';
import type { CreateDependencies } from '../../dependencies.ts';
import type { FactorThrottle } from '../../ports/factors.ts';
import { setRecoveryCodes, type RecoveryCodeDependencies } from './set-recovery-codes.ts';
import { useCode, wrongCode, type CodeDependencies } from './use-code.ts';

export interface ReplaceRecoveryCodesInput {
  readonly actor: Actor;
  /** A code of the authenticator app or a recovery code. */
  readonly code: string;
}

interface Dependencies
  extends CreateDependencies<'users' | 'factors' | 'events'>,
    CodeDependencies,
    RecoveryCodeDependencies {
  readonly factorThrottle: FactorThrottle;
}

/**
 * Replaces the recovery codes of the caller. Wrong codes are recorded in the event log. They count towards the same
 * limit as wrong codes in logins.
 * @returns the new codes
 * @throws {BusinessError} wrong-code (also if the account has no factor), user-not-found, and the errors of
 * `FactorThrottle`
 */
export const replaceRecoveryCodes =
  (deps: Dependencies) =>
  async ({ actor, code }: ReplaceRecoveryCodesInput): Promise<readonly string[]> => {
    const { isLast } = await deps.factorThrottle.beforeAttempt(actor.id);
    // If the code is wrong, the error is thrown after the commit. Throwing the error inside the transaction would undo
    // the record of the failure.
    const codes = await deps.work.run(async (tx) => {
      const user = orNotFound(await tx.users.lock(actor.id), 'user-not-found');
      if (await useCode(tx, deps, { actor, user, code })) return setRecoveryCodes(tx, deps, { actor, user });
      await recordWrongFactor(tx, deps, { actor, user, reason: 'wrong-code', isLast });
      return undefined;
    });
    if (codes === undefined) throw wrongCode();
    await deps.factorThrottle.afterSuccess(actor.id);
    return codes;
  };
