import type { Actor } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import { renewByPassword } from './step-up.ts';
import { verifyOwnPassword, type OwnPassword, type OwnPasswordDependencies } from './verify-own-password.ts';

/** What `proveOwner` needs. */
export interface ProveOwnerInput extends Pick<OwnPassword, 'network'> {
  readonly actor: Actor;
  /** The current password. Undefined if the client did not send it. */
  readonly password: string | undefined;
  /**
   * Throws if the caller must authenticate again first.
   * @param hasPassword whether the client sent the current password
   */
  readonly requireRecent: (hasPassword: boolean) => void;
}

interface Dependencies
  extends CreateDependencies<'users' | 'sessions' | 'factors' | 'events'>,
    OwnPasswordDependencies {}

/**
 * Checks that the caller is the owner of the account and not only has an access token: the session was recently
 * authenticated, or the password is correct. If the account has no second factor, a correct password also counts as a
 * step-up, so that the following requests do not need the password again.
 * @throws {BusinessError} wrong-current-password, and the errors of `requireRecent` and `LoginThrottle`
 */
export const proveOwner =
  (deps: Dependencies) =>
  async ({ actor, network, password, requireRecent }: ProveOwnerInput): Promise<void> => {
    requireRecent(password !== undefined);
    if (password === undefined) return;
    const field = 'currentPassword';
    const account = await verifyOwnPassword(deps, { actor, network, password, field });
    if (!account.hasFactor) await renewByPassword(deps, { actor, account, field });
  };
