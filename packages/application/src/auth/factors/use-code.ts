import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import {
  factorContext,
  factorEvents,
  acceptableSteps,
  type TotpFactor,
} from '@portcullis/domain/internal/accounts/factor';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import type { TotpCodes } from '../../ports/factors.ts';
import type { LinkTokens } from '../../ports/preview-links.ts';
import type { Clock, SecretBox } from '../../ports/system.ts';
import type { Uses } from '../../ports/unit-of-work.ts';
import { recordChange, type EventDependencies } from '../../changes.ts';

export interface TotpDependencies {
  readonly clock: Clock;
  readonly secretBox: SecretBox;
  readonly totpCodes: TotpCodes;
}

export interface CodeDependencies extends TotpDependencies, EventDependencies {
  readonly linkTokens: Pick<LinkTokens, 'hashOf'>;
}

/** Removes spaces and hyphens that people insert into a code, and converts it to upper case. */
export const plainCode = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase();

/**
 * Checks a code and returns the new state of the factor, in which the code counts as used. Returns undefined if the
 * code is wrong or was used before. The secret is encrypted again with the current key, so that old keys eventually
 * become unused.
 */
export function factorAfterCode(
  { clock, secretBox, totpCodes }: TotpDependencies,
  factor: TotpFactor,
  code: string,
): TotpFactor | undefined {
  const at = clock.now();
  const context = factorContext(factor);
  const secret = secretBox.open(factor.sealedSecret, context);
  const step = acceptableSteps(factor, at).find((each) => totpCodes.matches(secret, each, plainCode(code)));
  if (step === undefined) return undefined;
  return { ...factor, sealedSecret: secretBox.seal(secret, context), lastStep: step, lastUsedAt: at };
}

interface UsedCode {
  readonly actor: Actor;
  /** The user, whom the caller must have locked. */
  readonly user: { readonly id: UserId; readonly username: string };
  readonly code: string;
}

/**
 * Uses a code of a confirmed authenticator app, or a recovery code. Each code works once: its use is stored, and
 * concurrent calls wait for the lock of the user before they check their code.
 * @returns whether the code was correct
 */
export async function useCode(
  { factors, events }: Uses<'factors' | 'events'>,
  deps: CodeDependencies,
  { actor, user, code }: UsedCode,
): Promise<boolean> {
  const plain = plainCode(code);
  if (/^\d{6}$/.test(plain)) return useTotpCode(factors, deps, user.id, plain);
  if (!(await factors.useRecoveryCode(user.id, deps.linkTokens.hashOf(plain)))) return false;
  await recordChange({ events }, deps, { event: factorEvents.recoveryCodeUsed, actor, subject: user }, async () => {
    const codesLeft = await factors.countRecoveryCodes(user.id);
    return { before: { codesLeft: codesLeft + 1 }, after: { codesLeft } };
  });
  return true;
}

async function useTotpCode(
  factors: Uses<'factors'>['factors'],
  deps: TotpDependencies,
  userId: UserId,
  code: string,
): Promise<boolean> {
  for (const factor of await factors.of(userId)) {
    const used =
      factor.kind !== 'totp' || factor.confirmedAt === null ? undefined : factorAfterCode(deps, factor, code);
    if (used !== undefined) {
      await factors.save(used);
      return true;
    }
  }
  return false;
}

export function wrongCode(): BusinessError {
  const message = 'This code is wrong or has been used.';
  return new BusinessError('wrong-code', message, [{ field: 'code', message }]);
}
