import { BusinessError, type Passkey, type UserId } from '@portcullis/domain';
import type { Passkeys } from '../ports/passkeys.ts';
import type { Clock } from '../ports/system.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { userHandleOf } from './passkey-options.ts';

export interface PasskeyDependencies {
  readonly clock: Clock;
  readonly passkeys: Passkeys;
}

interface UsedPasskey {
  /** The user, who is locked. */
  readonly userId: UserId;
  /** The response of the browser. */
  readonly credential: unknown;
  readonly challenge: string;
}

/**
 * Uses a passkey of a user, whose lock makes concurrent uses see each other's counter.
 * @returns whether the response was right
 */
export async function usePasskey(
  { factors }: Pick<Transaction, 'factors'>,
  { clock, passkeys }: PasskeyDependencies,
  { userId, credential, challenge }: UsedPasskey,
): Promise<boolean> {
  const presented = await passkeys.read(credential);
  if (presented === undefined || !namesUser(presented.userHandle, userId)) return false;
  const passkey = await factors.findPasskey(presented.credentialId);
  if (passkey?.userId !== userId) return false;
  const counter = await passkeys.verify(credential, challenge, passkey);
  if (counter === undefined) return false;
  await factors.save({ ...passkey, counter, lastUsedAt: clock.now() } satisfies Passkey);
  return true;
}

/** A response to options that name passkeys may lack the user handle. */
const namesUser = (userHandle: string | null, userId: UserId): boolean =>
  userHandle === null || userHandle === userHandleOf(userId);

export const wrongPasskey = (about?: UserId): BusinessError =>
  new BusinessError('wrong-passkey', 'This passkey was not accepted. Please try again.', undefined, { about });
