import {
  checkPassword,
  checkUsername,
  newUser,
  type Actor,
  type PasswordPolicy,
  type RoleId,
  type User,
  type UserChange,
  type UserId,
} from '@portcullis/domain';
import type { Clock, IdSource, PasswordHasher } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import { setUserRolesWithin } from './set-user-roles.ts';

export interface CreateUserInput {
  readonly actor: Actor;
  readonly account: Pick<User, 'email' | 'username'> & UserChange;
  readonly password: string;
  /** Set through the role-setting operation, so audited; absent: the account begins without a role. */
  readonly roleIds?: readonly RoleId[] | undefined;
}

interface Dependencies {
  readonly work: UnitOfWork;
  readonly hasher: PasswordHasher;
  readonly policy: PasswordPolicy;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** An administrator opens an account for somebody (decisions, section 4). */
export class CreateUser {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** @throws {BusinessError} username-unacceptable, password-unacceptable, email-taken, username-taken, unknown-roles. */
  async execute({ actor, account, password, roleIds }: CreateUserInput): Promise<UserId> {
    const { work, hasher, policy, clock, ids } = this.#use;
    checkUsername(account.username);
    checkPassword(policy, password, 'password');
    const passwordHash = await hasher.hash(password);
    const user = newUser({ ...account, id: ids.next(), at: clock.now() });
    await work.run(async (tx) => {
      await tx.users.add(user, passwordHash);
      if (roleIds !== undefined) await setUserRolesWithin(tx, this.#use, { actor, userId: user.id, roleIds });
    });
    return user.id;
  }
}
