import type { Permission, PermissionDraft, PermissionId } from '@portcullis/domain';
import { changeWithin } from '../changes.ts';
import type { UpdateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

export interface UpdatePermissionInput {
  readonly id: PermissionId;
  readonly change: Partial<PermissionDraft>;
}

/**
 * Changes the given fields of a permission, which may be a system permission.
 * @throws {BusinessError} permission-not-found, permission-code-taken, permission-name-taken
 */
export const updatePermission =
  (deps: UpdateDependencies) =>
  (input: UpdatePermissionInput): Promise<Permission> =>
    deps.work.run((tx) => updatePermissionWithin(tx, deps, input));

export type UpdatePermission = ReturnType<typeof updatePermission>;

/** Does the same as `updatePermission` within a transaction of the caller. */
export function updatePermissionWithin(
  tx: Transaction,
  deps: Pick<UpdateDependencies, 'clock'>,
  input: UpdatePermissionInput,
): Promise<Permission> {
  return changeWithin(tx.permissions, deps, input, { notFound: 'permission-not-found' });
}
