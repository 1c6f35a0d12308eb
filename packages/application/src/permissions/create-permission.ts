import type { Permission, PermissionDraft } from '@portcullis/domain';
import type { Clock, IdSource } from '../ports/system.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';

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
  execute(draft: PermissionDraft): Promise<Permission> {
    return this.#use.work.run((tx) => createPermissionWithin(tx, this.#use, draft));
  }
}

/** The same for a caller already inside a transaction. */
export async function createPermissionWithin(
  tx: Transaction,
  { clock, ids }: Pick<Dependencies, 'clock' | 'ids'>,
  draft: PermissionDraft,
): Promise<Permission> {
  const at = clock.now();
  const permission: Permission = { id: ids.next(), ...draft, isSystem: false, createdAt: at, updatedAt: at };
  await tx.permissions.add(permission);
  return permission;
}
