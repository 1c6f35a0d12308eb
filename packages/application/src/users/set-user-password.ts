import { checkPassword, present, type PasswordPolicy, type UserId } from '@portcullis/domain';
import type { PasswordHasher } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';

export interface SetUserPasswordInput {
  readonly userId: UserId;
  readonly password: string;
}

interface Dependencies {
  readonly work: UnitOfWork;
  readonly hasher: PasswordHasher;
  readonly policy: PasswordPolicy;
}

/**
 * An administrator sets the password of a user. All sessions of the user end, and earlier failed logins no longer count
 * from any address.
 */
export class SetUserPassword {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Refuses: password-unacceptable, user-not-found. */
  async execute({ userId, password }: SetUserPasswordInput): Promise<void> {
    const { work, hasher, policy } = this.#use;
    checkPassword(policy, password, 'password');
    const passwordHash = await hasher.hash(password);
    await work.run(async (tx) => {
      present(await tx.users.lock(userId), 'user-not-found');
      await tx.users.resetPassword(userId, passwordHash);
      await tx.sessions.endAll(userId);
    });
  }
}
