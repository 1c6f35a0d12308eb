import type { Actor, UserId } from '@portcullis/domain';
import { mappedRoles } from './external-account.ts';
import type { IdentityProvider } from '../../ports/identity-providers.ts';
import type { Uses } from '../../ports/unit-of-work.ts';
import type { EventDependencies } from '../../record-event.ts';
import { setUserRoles } from '../../roles/set-user-roles.ts';

interface Mapping {
  readonly actor: Actor;
  readonly userId: UserId;
  readonly provider: IdentityProvider;
  readonly groups: readonly string[];
}

/**
 * Assigns the roles that are mapped to the user's groups. Roles that an earlier sign-in at the same provider assigned
 * are removed if none of the user's groups is mapped to them any more. Other roles do not change. Role codes that do
 * not exist are ignored. The caller must not have locked the user.
 * @throws {BusinessError} last-administrator
 */
export async function mapRoles(
  tx: Uses<'users' | 'roles' | 'audit' | 'events'>,
  source: EventDependencies,
  { actor, userId, provider: { key, roleMap }, groups }: Mapping,
): Promise<void> {
  if (roleMap === undefined) return;
  const wanted = await tx.roles.idsOf(mappedRoles(roleMap, groups));
  // `existingIds` locks the roles. They are locked before the user, in the same order as when a role is removed, to
  // avoid a deadlock.
  await tx.roles.existingIds([...(await tx.users.rolesOf(userId)), ...wanted]);
  await tx.users.lock(userId);
  const [held, mapped] = await Promise.all([tx.users.rolesOf(userId), tx.users.rolesFrom(userId, key)]);
  const given = wanted.filter((id) => !held.includes(id));
  const kept = held.filter((id) => !mapped.includes(id) || wanted.includes(id));
  if (given.length === 0 && kept.length === held.length) return;
  await setUserRoles.within(tx, source, { actor, userId, roleIds: [...kept, ...given] });
  await tx.users.setRoleSource(userId, given, key);
}
