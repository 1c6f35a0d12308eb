import { refuseSystemRole, type Role, type RoleDraft, type RoleId } from '@portcullis/domain';
import { changeWithin } from '../changes.ts';
import type { UpdateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

export interface UpdateRoleInput {
  readonly id: RoleId;
  readonly change: Partial<RoleDraft>;
}

/**
 * Changes the given fields of a custom role.
 * @throws {BusinessError} role-not-found, system-role, role-code-taken, role-name-taken
 */
export const updateRole =
  (deps: UpdateDependencies) =>
  (input: UpdateRoleInput): Promise<Role> =>
    deps.work.run((tx) => updateRoleWithin(tx, deps, input));

export type UpdateRole = ReturnType<typeof updateRole>;

/** Does the same as `updateRole` within a transaction of the caller. */
export function updateRoleWithin(
  tx: Transaction,
  deps: Pick<UpdateDependencies, 'clock'>,
  input: UpdateRoleInput,
): Promise<Role> {
  return changeWithin(tx.roles, deps, input, { notFound: 'role-not-found', check: refuseSystemRole });
}
