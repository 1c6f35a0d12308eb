import type { Permission, PermissionDraft, PermissionId } from '@portcullis/domain';
import { changeWithin } from '../changes.ts';
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
export function updatePermissionWithin(
  tx: Transaction,
  use: Pick<UpdateDependencies, 'clock'>,
  input: UpdatePermissionInput,
): Promise<Permission> {
  return changeWithin(tx.permissions, use, input, { notFound: 'permission-not-found' });
}
