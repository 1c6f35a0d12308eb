import { orNotFound, type Permission, type PermissionDraft, type PermissionId } from '@portcullis/domain';
import type { UpdateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

export interface UpdatePermissionInput {
  readonly id: PermissionId;
  readonly change: Partial<PermissionDraft>;
}

/**
 * Changes any subset of a permission's fields, its status among them.
 * @throws {BusinessError} permission-not-found, permission-code-taken, permission-name-taken
 */
export const updatePermission =
  (use: UpdateDependencies) =>
  (input: UpdatePermissionInput): Promise<Permission> =>
    use.work.run((tx) => updatePermissionWithin(tx, use, input));

export type UpdatePermission = ReturnType<typeof updatePermission>;

/** The same for a caller already inside a transaction. */
export async function updatePermissionWithin(
  tx: Transaction,
  { clock }: Pick<UpdateDependencies, 'clock'>,
  { id, change }: UpdatePermissionInput,
): Promise<Permission> {
  const stored = orNotFound(await tx.permissions.lock(id), 'permission-not-found');
  const permission = { ...stored, ...change, updatedAt: clock.now() };
  await tx.permissions.save(permission);
  return permission;
}
