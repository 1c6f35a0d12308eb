import { orNotFound, type PermissionId } from '@portcullis/domain';
import type { WorkDependencies } from '../dependencies.ts';

/**
 * Removes a permission and its links to every role, system permissions included.
 * @throws {BusinessError} permission-not-found
 */
export const deletePermission =
  (use: WorkDependencies) =>
  (id: PermissionId): Promise<void> =>
    use.work.run(async (tx) => {
      orNotFound(await tx.permissions.lock(id), 'permission-not-found');
      await tx.permissions.remove(id);
    });

export type DeletePermission = ReturnType<typeof deletePermission>;
