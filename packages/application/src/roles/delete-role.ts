import { orNotFound, refuseSystemRole, type RoleId } from '@portcullis/domain';
import type { WorkDependencies } from '../dependencies.ts';

/**
 * Removes a custom role and its links to users, permissions and menus.
 * @throws {BusinessError} role-not-found, system-role
 */
export const deleteRole =
  (deps: WorkDependencies) =>
  (id: RoleId): Promise<void> =>
    deps.work.run(async (tx) => {
      refuseSystemRole(orNotFound(await tx.roles.lock(id), 'role-not-found'));
      await tx.roles.remove(id);
    });

export type DeleteRole = ReturnType<typeof deleteRole>;
