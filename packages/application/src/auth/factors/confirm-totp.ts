import { factorEvents, checkFactorCount, orNotFound, type Actor, type FactorId } from '@portcullis/domain';
import type { CreateDependencies } from '../../dependencies.ts';
import { recordEvent } from '../../record-event.ts';
import { renewOwnAuthentication } from '../sessions/renew-authentication.ts';
import { requireProvedFactor } from './require-proved-factor.ts';
import { setRecoveryCodes, type RecoveryCodeDependencies } from './set-recovery-codes.ts';
import { factorAfterCode, wrongCode, type TotpDependencies } from './use-code.ts';

export interface ConfirmTotpInput {
  readonly actor: Actor;
  readonly factorId: FactorId;
  readonly code: string;
}

interface Dependencies
  extends CreateDependencies<'users' | 'sessions' | 'factors' | 'events'>,
    RecoveryCodeDependencies,
    TotpDependencies {}

/**
 * Confirms an authenticator app of the caller with its first code. Logins require a second factor from then on, and the
 * session of the caller counts as verified with a second factor. Wrong codes are not counted, because the caller knows
 * the secret and need not guess codes.
 * @returns new recovery codes, which replace earlier ones
 * @throws {BusinessError} code-required, factor-not-found, wrong-code, too-many-factors
 */
export const confirmTotp =
  (deps: Dependencies) =>
  ({ actor, factorId, code }: ConfirmTotpInput): Promise<readonly string[]> =>
    deps.work.run(async (tx) => {
      const user = orNotFound(await tx.users.lock(actor.id), 'factor-not-found');
      const factors = await tx.factors.of(user.id);
      await requireProvedFactor(tx, deps, actor, factors);
      const pending = factors
        .filter((factor) => factor.kind === 'totp')
        .find(({ id, confirmedAt }) => id === factorId && confirmedAt === null);
      const used = factorAfterCode(deps, orNotFound(pending, 'factor-not-found'), code);
      if (used === undefined) throw wrongCode();
      checkFactorCount(factors);
      const at = deps.clock.now();
      await tx.factors.save({ ...used, confirmedAt: at });
      await renewOwnAuthentication(tx, actor, 'factor', at);
      await recordEvent(tx, deps, {
        event: factorEvents.added,
        actor,
        subject: user,
        before: { factorIds: [] },
        after: { factorIds: [factorId] },
      });
      return setRecoveryCodes(tx, deps, { actor, user });
    });
