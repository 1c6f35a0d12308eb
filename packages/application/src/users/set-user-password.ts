import { checkPassword, orNotFound, type PasswordPolicy, type UserId } from '@portcullis/domain';
import type { UpdateDependencies } from '../dependencies.ts';
import type { PasswordHasher } from '../ports/system.ts';

export interface SetUserPasswordInput {
  readonly userId: UserId;
  readonly password: string;
}

interface Dependencies extends UpdateDependencies {
  readonly hasher: PasswordHasher;
  readonly policy: PasswordPolicy;
}

/**
 * Sets the password of a user on behalf of an administrator. All sessions of the user end, and earlier failed logins no
 * longer count. A setup link of the user is closed: whoever has it may be the reason for the new password.
 * @throws {BusinessError} password-unacceptable, user-not-found
 */
export const setUserPassword =
  ({ work, hasher, policy, clock }: Dependencies) =>
  async ({ userId, password }: SetUserPasswordInput): Promise<void> => {
    checkPassword(policy, password, 'password');
    const passwordHash = await hasher.hash(password);
    await work.run(async (tx) => {
      // The link is locked before the user, as in a setup, to avoid a deadlock between the two.
      const link = await tx.setupLinks.lockLatest();
      orNotFound(await tx.users.lock(userId), 'user-not-found');
      await tx.users.resetPassword(userId, passwordHash);
      await tx.sessions.endAll(userId);
      if (link?.userId === userId) await tx.setupLinks.save({ ...link, usedAt: link.usedAt ?? clock.now() });
    });
  };

export type SetUserPassword = ReturnType<typeof setUserPassword>;
