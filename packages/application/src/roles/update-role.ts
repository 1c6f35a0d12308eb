import { present, refuseSystemRole, type Role, type RoleDraft, type RoleId } from '@portcullis/domain';
import type { Clock } from '../ports/system.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';

export interface UpdateRoleInput {
  readonly id: RoleId;
  readonly change: Partial<RoleDraft>;
}

interface Dependencies {
  readonly work: UnitOfWork;
  readonly clock: Clock;
}

/** Changes a custom role, its status among the rest (specification, section 2.3). */
export class UpdateRole {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Refuses: role-not-found, system-role, role-code-taken, role-name-taken. */
  execute(input: UpdateRoleInput): Promise<Role> {
    return this.#use.work.run((tx) => updateRoleWithin(tx, this.#use, input));
  }
}

/** The same for a caller already inside a transaction. */
export async function updateRoleWithin(
  tx: Transaction,
  { clock }: Pick<Dependencies, 'clock'>,
  { id, change }: UpdateRoleInput,
): Promise<Role> {
  const stored = present(await tx.roles.lock(id), 'role-not-found');
  refuseSystemRole(stored);
  const role = { ...stored, ...change, updatedAt: clock.now() };
  await tx.roles.save(role);
  return role;
}
