import { BusinessError, checkPassword, type PasswordPolicy, type SessionId, type UserId } from '@portcullis/domain';
import type { UpdateDependencies } from '../dependencies.ts';
import type { LoginThrottle, PasswordHasher } from '../ports/system.ts';
import type { UserViews } from '../ports/users.ts';
import { attemptOf, type RequestOrigin } from './attempt.ts';

export interface ChangePasswordInput extends RequestOrigin {
  readonly userId: UserId;
  /** The session of the request. It continues; every other session of the user ends. */
  readonly sessionId: SessionId;
  readonly currentPassword: string;
  readonly newPassword: string;
}

interface Dependencies extends UpdateDependencies {
  readonly users: UserViews;
  readonly hasher: PasswordHasher;
  readonly throttle: LoginThrottle;
  readonly policy: PasswordPolicy;
}

/**
 * Changes the caller's own password.
 * @throws {BusinessError} password-unacceptable, wrong-current-password, and what the throttle throws
 */
export const changePassword =
  ({ work, users, hasher, throttle, policy, clock }: Dependencies) =>
  async ({ userId, sessionId, currentPassword, newPassword, ...origin }: ChangePasswordInput): Promise<void> => {
    checkPassword(policy, newPassword, 'newPassword');
    const account = await users.credentialsOf(userId, origin.network);
    const attempt = attemptOf(account, userId, origin, clock.now());
    await throttle.beforeAttempt(attempt);
    const currentHash = account?.passwordHash;
    const matches = await hasher.verify(currentHash, currentPassword);
    if (currentHash === undefined || !matches) {
      await throttle.afterFailure(attempt);
      throw wrongPassword();
    }
    await throttle.afterSuccess(attempt);
    const passwordHash = await hasher.hash(newPassword);
    await work.run(async (tx) => {
      // The hash may have changed since it was verified. That newer password must not be overwritten.
      if (!(await tx.users.holdsPassword(userId, currentHash))) throw wrongPassword();
      await tx.users.setPassword(userId, passwordHash);
      await tx.sessions.endAll(userId, sessionId);
    });
  };

export type ChangePassword = ReturnType<typeof changePassword>;

function wrongPassword(): BusinessError {
  const message = 'The current password is wrong.';
  return new BusinessError('wrong-current-password', message, [{ field: 'currentPassword', message }]);
}
