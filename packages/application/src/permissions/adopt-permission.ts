import { permissionEvents, type Actor, type Permission, type PermissionId } from '@portcullis/domain';
import { updateEntity } from '../changes.ts';
import type { IfMatchInput } from '../dependencies.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Uses } from '../ports/unit-of-work.ts';

export interface AdoptPermissionInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: PermissionId;
}

/**
 * Confirms that a permission that the installation already had opens the routes that ask for its code. A permission that
 * is adopted already stays as it is.
 * @throws {BusinessError} permission-not-found, version-changed
 */
export const adoptPermission = inTransaction(
  (tx: Uses<'permissions' | 'events'>, deps, { actor, id, ifMatch }: AdoptPermissionInput): Promise<Permission> => {
    const update = {
      entities: tx.permissions,
      notFound: 'permission-not-found',
      event: permissionEvents.adopted,
    } as const;
    return updateEntity(tx, deps, { ...update, actor, id, ifMatch }, () => ({ isAdopted: true }));
  },
);
