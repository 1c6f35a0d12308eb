import type { Permission, PermissionDraft } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

/**
 * Adds a permission.
 * @throws {BusinessError} permission-code-taken, permission-name-taken
 */
export const createPermission =
  (use: CreateDependencies) =>
  (draft: PermissionDraft): Promise<Permission> =>
    use.work.run((tx) => createPermissionWithin(tx, use, draft));

export type CreatePermission = ReturnType<typeof createPermission>;

/** The same for a caller already inside a transaction. */
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
