import { orNotFound, type PermissionId } from '@portcullis/domain';
import type { WorkDependencies } from '../dependencies.ts';

/**
 * Removes a permission, which may be a system permission, and its links to roles.
 * @throws {BusinessError} permission-not-found
 */
export const deletePermission =
  (deps: WorkDependencies) =>
  (id: PermissionId): Promise<void> =>
    deps.work.run(async (tx) => {
      orNotFound(await tx.permissions.lock(id), 'permission-not-found');
      await tx.permissions.remove(id);
    });

export type DeletePermission = ReturnType<typeof deletePermission>;
