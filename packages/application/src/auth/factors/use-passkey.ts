import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { FactorId, UserId } from '@portcullis/domain/internal/shared/ids';
import type { Passkey } from '@portcullis/domain/internal/accounts/passkey';
import type { Passkeys } from '../../ports/passkeys.ts';
import type { Clock } from '../../ports/system.ts';
import type { Uses } from '../../ports/unit-of-work.ts';
import { userHandleOf } from './passkey-options.ts';

export interface PasskeyDependencies {
  readonly clock: Clock;
  readonly passkeys: Passkeys;
}

interface UsedPasskey {
  readonly userId: UserId;
  /** The browser's response. */
  readonly credential: unknown;
  readonly challenge: string;
}

/**
 * Verifies a browser's response with a passkey of a user, and stores the new signature counter. The caller must have
 * locked the user, so that each of several concurrent calls sees the latest signature counter.
 * @returns the id of the passkey; undefined if the response was wrong
 */
export async function usePasskey(
  { factors }: Uses<'factors'>,
  { clock, passkeys }: PasskeyDependencies,
  { userId, credential, challenge }: UsedPasskey,
): Promise<FactorId | undefined> {
  const presented = await passkeys.read(credential);
  if (presented === undefined || !namesUser(presented.userHandle, userId)) return undefined;
  const passkey = await factors.findPasskey(presented.credentialId);
  if (passkey?.userId !== userId) return undefined;
  const counter = await passkeys.verify(credential, challenge, passkey);
  if (counter === undefined) return undefined;
  await factors.save({ ...passkey, counter, lastUsedAt: clock.now() } satisfies Passkey);
  return passkey.id;
}

/**
 * Returns whether the user handle belongs to the user. Browsers may omit the handle if the options listed the allowed
 * passkeys.
 */
const namesUser = (userHandle: string | null, userId: UserId): boolean =>
  userHandle === null || userHandle === userHandleOf(userId);

export const wrongPasskey = (about?: UserId): BusinessError =>
  new BusinessError('wrong-passkey', 'This passkey was not accepted. Please try again.', undefined, { about });
