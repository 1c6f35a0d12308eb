import { orNotFound, type Actor } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { FactorThrottle } from '../ports/factors.ts';
import { setRecoveryCodes, type RecoveryCodeDependencies } from './set-recovery-codes.ts';
import { useCode, wrongCode, type CodeDependencies } from './use-code.ts';

export interface ReplaceRecoveryCodesInput {
  readonly actor: Actor;
  /** A code of the authenticator app, or one of the recovery codes. */
  readonly code: string;
}

interface Dependencies extends CreateDependencies, CodeDependencies, RecoveryCodeDependencies {
  readonly factorThrottle: FactorThrottle;
}

/**
 * Replaces the recovery codes of the caller.
 * @returns the new codes
 * @throws {BusinessError} wrong-code, also if the account has no factor, user-not-found, and what the throttle throws
 */
export const replaceRecoveryCodes =
  (deps: Dependencies) =>
  async ({ actor, code }: ReplaceRecoveryCodesInput): Promise<readonly string[]> => {
    await deps.factorThrottle.beforeAttempt(actor.id);
    const codes = await deps.work.run(async (tx) => {
      const user = orNotFound(await tx.users.lock(actor.id), 'user-not-found');
      if (!(await useCode(tx, deps, { actor, user, code }))) throw wrongCode();
      return setRecoveryCodes(tx, deps, { actor, user });
    });
    await deps.factorThrottle.afterSuccess(actor.id);
    return codes;
  };

export type ReplaceRecoveryCodes = ReturnType<typeof replaceRecoveryCodes>;
