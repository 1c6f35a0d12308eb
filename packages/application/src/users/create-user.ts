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
import { addUser } from './add-user.ts';

export interface CreateUserInput {
  readonly actor: Actor;
  readonly account: Pick<User, 'email' | 'username'> & UserChange;
  readonly password: string;
  /**
   * The roles of the account. The audit log records them like any other change of roles. If absent, the account has no
   * roles.
   */
  readonly roleIds?: readonly RoleId[] | undefined;
}

interface Dependencies extends CreateDependencies<'users' | 'roles' | 'audit' | 'events'> {
  readonly hasher: PasswordHasher;
  readonly policy: PasswordPolicy;
}

/**
 * Creates an account on behalf of an administrator.
 * @throws {BusinessError} username-unacceptable, email-unacceptable, password-unacceptable, email-taken,
 * username-taken, unknown-roles
 */
export const createUser =
  (deps: Dependencies) =>
  async ({ actor, account, password, roleIds }: CreateUserInput): Promise<UserId> => {
    const { work, hasher, policy, clock, ids } = deps;
    checkNewAccount(policy, { ...account, password });
    const passwordHash = await hasher.hash(password);
    const user = newUser({ ...account, id: ids.next(), at: clock.now() });
    await work.run((tx) => addUser(tx, deps, { actor, user, passwordHash, roleIds }));
    return user.id;
  };
