import { present, type PermissionId } from '@portcullis/domain';
import type { UnitOfWork } from '../ports/unit-of-work.ts';

interface Dependencies {
  readonly work: UnitOfWork;
}

/** Removes a permission and its links to every role, system permissions included (specification, section 4.2). */
export class DeletePermission {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Refuses: permission-not-found. */
  execute(id: PermissionId): Promise<void> {
    return this.#use.work.run(async (tx) => {
      present(await tx.permissions.lock(id), 'permission-not-found');
      await tx.permissions.remove(id);
    });
  }
}
