import { refuseSystemRole, type Role, type RoleDraft, type RoleId } from '@portcullis/domain';
import { changeWithin } from '../changes.ts';
import type { UpdateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

export interface UpdateRoleInput {
  readonly id: RoleId;
  readonly change: Partial<RoleDraft>;
}

/**
 * Changes a custom role, its status among the rest.
 * @throws {BusinessError} role-not-found, system-role, role-code-taken, role-name-taken
 */
export const updateRole =
  (use: UpdateDependencies) =>
  (input: UpdateRoleInput): Promise<Role> =>
    use.work.run((tx) => updateRoleWithin(tx, use, input));

export type UpdateRole = ReturnType<typeof updateRole>;

/** The same for a caller already inside a transaction. */
export function updateRoleWithin(
  tx: Transaction,
  use: Pick<UpdateDependencies, 'clock'>,
  input: UpdateRoleInput,
): Promise<Role> {
  return changeWithin(tx.roles, use, input, { notFound: 'role-not-found', check: refuseSystemRole });
}
