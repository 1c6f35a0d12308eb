import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import { factorEvents } from '@portcullis/domain/internal/accounts/factor';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import { recordWrongFactor } from './require-proved-factor.ts';
import type { CreateDependencies } from '../../dependencies.ts';
import type { FactorThrottle, RecoveryCodes } from '../../ports/factors.ts';
import { useCode, wrongCode, type CodeDependencies, plainCode } from './use-code.ts';
import type { LinkTokens } from '../../ports/preview-links.ts';
import type { Uses } from '../../ports/unit-of-work.ts';
import { recordChange, type EventDependencies } from '../../changes.ts';

/** What `replaceRecoveryCodes` needs. */
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

export interface RecoveryCodeDependencies extends EventDependencies {
  readonly recoveryCodes: RecoveryCodes;
  readonly linkTokens: Pick<LinkTokens, 'hashOf'>;
}

/** Number of recovery codes in one set. */
const count = 10;

interface Owner {
  readonly actor: Actor;
  /** The user, whom the caller must have locked. */
  readonly user: { readonly id: UserId; readonly username: string };
}

/**
 * Creates recovery codes for a user and stores their hashes. The new codes replace all earlier codes.
 * @returns the new codes
 */
export async function setRecoveryCodes(
  tx: Uses<'factors' | 'events'>,
  deps: RecoveryCodeDependencies,
  { actor, user }: Owner,
): Promise<readonly string[]> {
  const codes = Array.from({ length: count }, () => deps.recoveryCodes.create());
  const hashes = codes.map((code) => deps.linkTokens.hashOf(plainCode(code)));
  await recordChange(tx, deps, { event: factorEvents.recoveryCodesCreated, actor, subject: user }, async (allow) => {
    await tx.factors.setRecoveryCodes(allow(user.id), hashes);
    return {};
  });
  return codes;
}
