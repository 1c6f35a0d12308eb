import { present, refuseSystemRole, type RoleId } from '@portcullis/domain';
import type { UnitOfWork } from '../ports/unit-of-work.ts';

interface Dependencies {
  readonly work: UnitOfWork;
}

/** Removes a custom role and unlinks its users, permissions and menus (specification, section 2.3). */
export class DeleteRole {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Refuses: role-not-found, system-role. */
  execute(id: RoleId): Promise<void> {
    return this.#use.work.run(async (tx) => {
      refuseSystemRole(present(await tx.roles.lock(id), 'role-not-found'));
      await tx.roles.remove(id);
    });
  }
}
