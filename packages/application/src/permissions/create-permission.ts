import type { Permission, PermissionDraft } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

/**
 * Adds a permission.
 * @throws {BusinessError} permission-code-taken, permission-name-taken
 */
export const createPermission =
  (deps: CreateDependencies) =>
  (draft: PermissionDraft): Promise<Permission> =>
    deps.work.run((tx) => createPermissionWithin(tx, deps, draft));

export type CreatePermission = ReturnType<typeof createPermission>;

/** Does the same as `createPermission` within a transaction of the caller. */
export async function createPermissionWithin(
  tx: Transaction,
  { clock, ids }: Pick<CreateDependencies, 'clock' | 'ids'>,
  draft: PermissionDraft,
): Promise<Permission> {
  const at = clock.now();
  const permission: Permission = { id: ids.next(), ...draft, isSystem: false, createdAt: at, updatedAt: at };
  await tx.permissions.add(permission);
  return permission;
}
