import { permissionEvents, type Actor, type PermissionId } from '@portcullis/domain';
import { removeEntity } from '../changes.ts';
import type { IfMatchInput } from '../dependencies.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Uses } from '../ports/unit-of-work.ts';

export interface DeletePermissionInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: PermissionId;
}

/**
 * Removes a permission and its links to roles. System permissions can also be removed.
 * @throws {BusinessError} permission-not-found, version-changed
 */
export const deletePermission = inTransaction(
  (tx: Uses<'permissions' | 'events'>, deps, { actor, id, ifMatch }: DeletePermissionInput) => {
    const removal = {
      entities: tx.permissions,
      notFound: 'permission-not-found',
      event: permissionEvents.deleted,
    } as const;
    return removeEntity(tx, deps, { ...removal, actor, id, ifMatch });
  },
);
