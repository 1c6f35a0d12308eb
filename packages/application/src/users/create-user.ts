import {
  checkNewAccount,
  newUser,
  type Actor,
  type PasswordPolicy,
  type RoleId,
  type User,
  type UserChange,
  type UserId,
} from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { PasswordHasher } from '../ports/system.ts';
import { setUserRolesWithin } from './set-user-roles.ts';

export interface CreateUserInput {
  readonly actor: Actor;
  readonly account: Pick<User, 'email' | 'username'> & UserChange;
  readonly password: string;
  /** Set through the role-setting operation, so audited; absent: the account begins without a role. */
  readonly roleIds?: readonly RoleId[] | undefined;
}

interface Dependencies extends CreateDependencies {
  readonly hasher: PasswordHasher;
  readonly policy: PasswordPolicy;
}

/**
 * An administrator opens an account for somebody.
 * @throws {BusinessError} username-unacceptable, password-unacceptable, email-taken, username-taken, unknown-roles
 */
export const createUser =
  (use: Dependencies) =>
  async ({ actor, account, password, roleIds }: CreateUserInput): Promise<UserId> => {
    const { work, hasher, policy, clock, ids } = use;
    checkNewAccount(policy, { username: account.username, password });
    const passwordHash = await hasher.hash(password);
    const user = newUser({ ...account, id: ids.next(), at: clock.now() });
    await work.run(async (tx) => {
      await tx.users.add(user, passwordHash);
      if (roleIds !== undefined) await setUserRolesWithin(tx, use, { actor, userId: user.id, roleIds });
    });
    return user.id;
  };

export type CreateUser = ReturnType<typeof createUser>;
