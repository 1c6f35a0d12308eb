import type { Role, RoleDraft } from '@portcullis/domain';
import type { Clock, IdSource } from '../ports/system.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';

interface Dependencies {
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Adds a custom role (specification, section 2.3). */
export class CreateRole {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Refuses: role-code-taken, role-name-taken. */
  execute(draft: RoleDraft): Promise<Role> {
    return this.#use.work.run((tx) => createRoleWithin(tx, this.#use, draft));
  }
}

/** The same for a caller already inside a transaction. */
export async function createRoleWithin(
  tx: Transaction,
  { clock, ids }: Pick<Dependencies, 'clock' | 'ids'>,
  draft: RoleDraft,
): Promise<Role> {
  const at = clock.now();
  const role: Role = { id: ids.next(), ...draft, isSystem: false, createdAt: at, updatedAt: at };
  await tx.roles.add(role);
  return role;
}
