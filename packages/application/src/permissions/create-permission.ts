import type { Permission, PermissionDraft } from '@portcullis/domain';
import type { Clock, IdSource } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';

interface Dependencies {
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Adds a permission (specification, section 4.2). */
export class CreatePermission {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Refuses: permission-code-taken, permission-name-taken. */
  async execute(draft: PermissionDraft): Promise<Permission> {
    const { work, clock, ids } = this.#use;
    const at = clock.now();
    const permission: Permission = {
      id: ids.next(),
      ...draft,
      isSystem: false,
      createdAt: at,
      updatedAt: at,
    };
    await work.run((tx) => tx.permissions.add(permission));
    return permission;
  }
}
