import {
  firstVersion,
  permissionEvents,
  type Actor,
  type EditablePermission,
  type Permission,
} from '@portcullis/domain';
import { addEntity } from '../changes.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Uses } from '../ports/unit-of-work.ts';

/** `id` and `isSystem` are set only when a built-in permission is restored. */
export type CreatePermissionInput = EditablePermission &
  Partial<Pick<Permission, 'id' | 'isSystem'>> & { readonly actor: Actor };

/**
 * Adds a permission.
 * @throws {BusinessError} permission-code-taken, permission-name-taken
 */
export const createPermission = inTransaction(
  (tx: Uses<'permissions' | 'events'>, deps, { actor, ...draft }: CreatePermissionInput) => {
    const at = deps.clock.now();
    const permission: Permission = {
      id: deps.ids.next(),
      isSystem: false,
      isAdopted: true,
      ...draft,
      version: firstVersion,
      createdAt: at,
      updatedAt: at,
    };
    return addEntity(tx, deps, { actor, event: permissionEvents.created }, permission, tx.permissions.add);
  },
);
