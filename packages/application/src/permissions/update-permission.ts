import { present, type Permission, type PermissionDraft, type PermissionId } from '@portcullis/domain';
import type { Clock } from '../ports/system.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';

export interface UpdatePermissionInput {
  readonly id: PermissionId;
  readonly change: Partial<PermissionDraft>;
}

interface Dependencies {
  readonly work: UnitOfWork;
  readonly clock: Clock;
}

/** Changes any subset of a permission's fields, its status among them (specification, sections 3 and 4.2). */
export class UpdatePermission {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Refuses: permission-not-found, permission-code-taken, permission-name-taken. */
  execute(input: UpdatePermissionInput): Promise<Permission> {
    return this.#use.work.run((tx) => updatePermissionWithin(tx, this.#use, input));
  }
}

/** The same for a caller already inside a transaction. */
export async function updatePermissionWithin(
  tx: Transaction,
  { clock }: Pick<Dependencies, 'clock'>,
  { id, change }: UpdatePermissionInput,
): Promise<Permission> {
  const stored = present(await tx.permissions.lock(id), 'permission-not-found');
  const permission = { ...stored, ...change, updatedAt: clock.now() };
  await tx.permissions.save(permission);
  return permission;
}
