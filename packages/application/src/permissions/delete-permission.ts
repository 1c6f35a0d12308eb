import { permissionEvents, requireVersion, orNotFound, type Actor, type PermissionId } from '@portcullis/domain';
import type { IfMatchInput, CreateDependencies } from '../dependencies.ts';
import { recordEvent } from '../record-event.ts';

export interface DeletePermissionInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: PermissionId;
}

/**
 * Removes a permission and its links to roles. System permissions can also be removed.
 * @throws {BusinessError} permission-not-found, version-changed
 */
export const deletePermission =
  (deps: CreateDependencies) =>
  ({ actor, id, ifMatch }: DeletePermissionInput): Promise<void> =>
    deps.work.run(async (tx) => {
      const permission = requireVersion(orNotFound(await tx.permissions.lock(id), 'permission-not-found'), ifMatch);
      const after = { affected: { roles: await tx.permissions.remove(id) } };
      const subject = { id, name: permission.name };
      await recordEvent(tx, deps, { event: permissionEvents.deleted, actor, subject, before: permission, after });
    });

export type DeletePermission = ReturnType<typeof deletePermission>;
