import { orNotFound, refuseSystemRole, type Role, type RoleDraft, type RoleId } from '@portcullis/domain';
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
export async function updateRoleWithin(
  tx: Transaction,
  { clock }: Pick<UpdateDependencies, 'clock'>,
  { id, change }: UpdateRoleInput,
): Promise<Role> {
  const stored = orNotFound(await tx.roles.lock(id), 'role-not-found');
  refuseSystemRole(stored);
  const role = { ...stored, ...change, updatedAt: clock.now() };
  await tx.roles.save(role);
  return role;
}
