import { userEvents, type Actor, type RoleId, type User } from '@portcullis/domain';
import { addEntity } from '../changes.ts';
import type { CreateDependencies } from '../dependencies.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { setUserRoles } from '../roles/set-user-roles.ts';

interface AddedUser {
  readonly actor: Actor;
  readonly user: User;
  readonly passwordHash: string;
  /**
   * The roles of the account. The audit log records them like any other change of roles. If undefined, the account has
   * no roles.
   */
  readonly roleIds: readonly RoleId[] | undefined;
}

/** Stores an account and its roles on behalf of an administrator. */
export async function addUser(
  tx: Uses<'users' | 'roles' | 'audit' | 'events'>,
  deps: CreateDependencies<never>,
  { actor, user, passwordHash, roleIds }: AddedUser,
): Promise<void> {
  await addEntity(tx, deps, { actor, event: userEvents.created }, user, (added) => tx.users.add(added, passwordHash));
  if (roleIds !== undefined) await setUserRoles.within(tx, deps, { actor, userId: user.id, roleIds });
}
