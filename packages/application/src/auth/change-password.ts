import { BusinessError, checkPassword, type PasswordPolicy, type SessionId, type UserId } from '@portcullis/domain';
import type { Clock, LoginThrottle, PasswordHasher } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import type { UserViews } from '../ports/users.ts';
import { attemptOf, type RequestOrigin } from './attempt.ts';

export interface ChangePasswordInput extends RequestOrigin {
  readonly userId: UserId;
  /** Stays; every other session of the user ends. */
  readonly sessionId: SessionId;
  readonly currentPassword: string;
  readonly newPassword: string;
}

interface Dependencies {
  readonly work: UnitOfWork;
  readonly users: UserViews;
  readonly hasher: PasswordHasher;
  readonly throttle: LoginThrottle;
  readonly policy: PasswordPolicy;
  readonly clock: Clock;
}

/** Sets the caller's own password (decisions, section 4). */
export class ChangePassword {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Refuses: password-unacceptable, wrong-current-password, and what the throttle throws. */
  async execute({ userId, sessionId, currentPassword, newPassword, ...origin }: ChangePasswordInput): Promise<void> {
    const { work, users, hasher, throttle, policy, clock } = this.#use;
    checkPassword(policy, newPassword, 'newPassword');
    const account = await users.credentialsOf(userId, origin.network);
    const attempt = attemptOf(account, userId, origin, clock.now());
    await throttle.admit(attempt);
    const currentHash = account?.passwordHash;
    const matches = await hasher.verify(currentHash, currentPassword);
    if (currentHash === undefined || !matches) {
      await throttle.failed(attempt);
      throw wrongPassword();
    }
    await throttle.succeeded(attempt);
    const passwordHash = await hasher.hash(newPassword);
    await work.run(async (tx) => {
      // Somebody else may have set another meanwhile, and that one stands.
      if (!(await tx.users.holdsPassword(userId, currentHash))) throw wrongPassword();
      await tx.users.setPassword(userId, passwordHash);
      await tx.sessions.endAll(userId, sessionId);
    });
  }
}

function wrongPassword(): BusinessError {
  const message = 'The current password is wrong.';
  return new BusinessError('wrong-current-password', message, [{ field: 'currentPassword', message }]);
}
