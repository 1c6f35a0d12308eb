import { checkPassword, orNotFound, type Actor, type PasswordPolicy, type UserId } from '@portcullis/domain';
import type { IfMatchInput, CreateDependencies } from '../dependencies.ts';
import type { PasswordHasher } from '../ports/system.ts';
import { replacePassword } from '../auth/replace-password.ts';

export interface SetUserPasswordInput extends IfMatchInput {
  readonly actor: Actor;
  readonly userId: UserId;
  readonly password: string;
}

interface Dependencies
  extends CreateDependencies<'users' | 'sessions' | 'setupLinks' | 'factors' | 'identities' | 'events'> {
  readonly hasher: PasswordHasher;
  readonly policy: PasswordPolicy;
}

/**
 * Sets the password of a user on behalf of an administrator. All sessions of the user end, and earlier failed logins
 * are no longer counted.
 * @throws {BusinessError} password-unacceptable, user-not-found, version-changed
 */
export const setUserPassword =
  (deps: Dependencies) =>
  async ({ actor, userId, password, ifMatch }: SetUserPasswordInput): Promise<void> => {
    const { work, hasher, policy } = deps;
    checkPassword(policy, password, 'password');
    const passwordHash = await hasher.hash(password);
    await work.run(async (tx) => {
      // The setup link is locked before the user, in the same order as in `completeSetup`, to avoid a deadlock.
      const setupLink = await tx.setupLinks.lockLatest();
      const user = orNotFound(await tx.users.lock(userId), 'user-not-found');
      await replacePassword(tx, deps, { actor, user, ifMatch, passwordHash, setupLink });
    });
  };
