import type { Role, RoleDraft } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

/**
 * Adds a custom role.
 * @throws {BusinessError} role-code-taken, role-name-taken
 */
export const createRole =
  (deps: CreateDependencies) =>
  (draft: RoleDraft): Promise<Role> =>
    deps.work.run((tx) => createRoleWithin(tx, deps, draft));

export type CreateRole = ReturnType<typeof createRole>;

/** Does the same as `createRole` within a transaction of the caller. */
export async function createRoleWithin(
  tx: Transaction,
  { clock, ids }: Pick<CreateDependencies, 'clock' | 'ids'>,
  draft: RoleDraft,
): Promise<Role> {
  const at = clock.now();
  const role: Role = { id: ids.next(), ...draft, isSystem: false, createdAt: at, updatedAt: at };
  await tx.roles.add(role);
  return role;
}
