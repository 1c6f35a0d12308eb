import type { Role, RoleDraft } from '@portcullis/domain';
import type { Clock, IdSource } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';

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
  async execute(draft: RoleDraft): Promise<Role> {
    const { work, clock, ids } = this.#use;
    const at = clock.now();
    const role: Role = { id: ids.next(), ...draft, isSystem: false, createdAt: at, updatedAt: at };
    await work.run((tx) => tx.roles.add(role));
    return role;
  }
}
