import { checkPassword, orNotFound, type PasswordPolicy, type UserId } from '@portcullis/domain';
import type { WorkDependencies } from '../dependencies.ts';
import type { PasswordHasher } from '../ports/system.ts';

export interface SetUserPasswordInput {
  readonly userId: UserId;
  readonly password: string;
}

interface Dependencies extends WorkDependencies {
  readonly hasher: PasswordHasher;
  readonly policy: PasswordPolicy;
}

/**
 * Sets the password of a user on behalf of an administrator. All sessions of the user end, and earlier failed logins no
 * longer count.
 * @throws {BusinessError} password-unacceptable, user-not-found
 */
export const setUserPassword =
  ({ work, hasher, policy }: Dependencies) =>
  async ({ userId, password }: SetUserPasswordInput): Promise<void> => {
    checkPassword(policy, password, 'password');
    const passwordHash = await hasher.hash(password);
    await work.run(async (tx) => {
      orNotFound(await tx.users.lock(userId), 'user-not-found');
      await tx.users.resetPassword(userId, passwordHash);
      await tx.sessions.endAll(userId);
    });
  };

export type SetUserPassword = ReturnType<typeof setUserPassword>;
