import {
  permissionEvents,
  type Actor,
  type EditablePermission,
  type Permission,
  type PermissionId,
} from '@portcullis/domain';
import { updateEntity } from '../changes.ts';
import type { IfMatchInput } from '../dependencies.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Uses } from '../ports/unit-of-work.ts';

export interface UpdatePermissionInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: PermissionId;
  readonly change: Partial<EditablePermission>;
}

/**
 * Changes the given fields of a permission. System permissions can also be changed.
 * @throws {BusinessError} permission-not-found, version-changed, permission-code-taken, permission-name-taken
 */
export const updatePermission = inTransaction(
  (
    tx: Uses<'permissions' | 'events'>,
    deps,
    { actor, id, change, ifMatch }: UpdatePermissionInput,
  ): Promise<Permission> => {
    const update = {
      entities: tx.permissions,
      notFound: 'permission-not-found',
      event: permissionEvents.updated,
    } as const;
    return updateEntity(tx, deps, { ...update, actor, id, ifMatch }, () => change);
  },
);
