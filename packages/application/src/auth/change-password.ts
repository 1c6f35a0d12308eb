import { BusinessError, checkPassword, type Actor, type PasswordPolicy, type SessionId } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { LoginThrottle, PasswordHasher } from '../ports/system.ts';
import type { UserViews } from '../ports/users.ts';
import { attemptOf, type RequestOrigin } from './attempt.ts';
import { recordEvent } from '../record-event.ts';

export interface ChangePasswordInput extends Pick<RequestOrigin, 'network'> {
  readonly actor: Actor;
  /** The session of the request. It continues; every other session of the user ends. */
  readonly sessionId: SessionId;
  readonly currentPassword: string;
  readonly newPassword: string;
}

interface Dependencies extends CreateDependencies {
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
  (deps: Dependencies) =>
  async ({ actor, network, sessionId, currentPassword, newPassword }: ChangePasswordInput): Promise<void> => {
    const { id: userId, ipAddress } = actor;
    const { work, users, hasher, throttle, policy, clock } = deps;
    checkPassword(policy, newPassword, 'newPassword');
    const account = await users.credentialsOf(userId, network);
    const attempt = attemptOf(account, userId, { ipAddress, network }, clock.now());
    await throttle.beforeAttempt(attempt);
    const currentHash = account?.passwordHash;
    const matches = await hasher.verify(currentHash, currentPassword);
    if (account === undefined || currentHash === undefined || !matches) {
      await throttle.afterFailure(attempt);
      throw wrongPassword();
    }
    await throttle.afterSuccess(attempt);
    const passwordHash = await hasher.hash(newPassword);
    await work.run(async (tx) => {
      // The hash may have changed since it was verified. That newer password must not be overwritten.
      if (!(await tx.users.holdsPassword(userId, currentHash))) throw wrongPassword();
      await tx.users.setPassword(userId, passwordHash);
      const sessionIds = await tx.sessions.endAll(userId, sessionId);
      await recordEvent(tx, deps, {
        type: 'user.password.changed',
        actor,
        subject: { type: 'user', id: userId, name: account.username },
        before: { sessionIds },
        after: { sessionIds: [] },
      });
    });
  };

export type ChangePassword = ReturnType<typeof changePassword>;

function wrongPassword(): BusinessError {
  const message = 'The current password is wrong.';
  return new BusinessError('wrong-current-password', message, [{ field: 'currentPassword', message }]);
}
