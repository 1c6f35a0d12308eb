import { roleEvents, requireVersion, orNotFound, refuseSystemRole, type Actor, type RoleId } from '@portcullis/domain';
import type { IfMatchInput, CreateDependencies } from '../dependencies.ts';
import { recordEvent } from '../record-event.ts';

export interface DeleteRoleInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: RoleId;
}

/**
 * Removes a custom role and its links to users, permissions and menus.
 * @throws {BusinessError} role-not-found, version-changed, system-role
 */
export const deleteRole =
  (deps: CreateDependencies) =>
  ({ actor, id, ifMatch }: DeleteRoleInput): Promise<void> =>
    deps.work.run(async (tx) => {
      const role = requireVersion(orNotFound(await tx.roles.lock(id), 'role-not-found'), ifMatch);
      refuseSystemRole(role);
      const after = { affected: { users: await tx.roles.remove(id) } };
      const subject = { id, name: role.name };
      await recordEvent(tx, deps, { event: roleEvents.deleted, actor, subject, before: role, after });
    });

export type DeleteRole = ReturnType<typeof deleteRole>;
