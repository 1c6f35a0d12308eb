import type { Role, RoleDraft } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

/**
 * Adds a custom role.
 * @throws {BusinessError} role-code-taken, role-name-taken
 */
export const createRole =
  (use: CreateDependencies) =>
  (draft: RoleDraft): Promise<Role> =>
    use.work.run((tx) => createRoleWithin(tx, use, draft));

export type CreateRole = ReturnType<typeof createRole>;

/** The same for a caller already inside a transaction. */
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
