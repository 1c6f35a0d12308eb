import { factorEvents, type Actor, type UserId } from '@portcullis/domain';
import type { RecoveryCodes } from '../../ports/factors.ts';
import type { LinkTokens } from '../../ports/preview-links.ts';
import type { Uses } from '../../ports/unit-of-work.ts';
import { recordEvent, type EventDependencies } from '../../record-event.ts';
import { plainCode } from './use-code.ts';

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
  await tx.factors.setRecoveryCodes(user.id, hashes);
  await recordEvent(tx, deps, { event: factorEvents.recoveryCodesCreated, actor, subject: user });
  return codes;
}
