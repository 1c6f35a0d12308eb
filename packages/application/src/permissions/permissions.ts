import type { Actor } from '@portcullis/domain/internal/shared/actor';
import type { PermissionId } from '@portcullis/domain/internal/shared/ids';
import {
  permissionEvents,
  type EditablePermission,
  type Permission,
} from '@portcullis/domain/internal/roles/permission';
import { firstVersion } from '@portcullis/domain/internal/shared/version';
import { addEntity, inTransaction, removeEntity, updateEntity } from '../changes.ts';
import type { EntityInput } from '../dependencies.ts';
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
      ...draft,
      version: firstVersion,
      createdAt: at,
      updatedAt: at,
    };
    return addEntity(tx, deps, { actor, event: permissionEvents.created }, permission, tx.permissions.add);
  },
);

/** What `updatePermission` needs. */
export interface UpdatePermissionInput extends EntityInput<PermissionId> {
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

/**
 * Removes a permission and its links to roles. System permissions can also be removed.
 * @throws {BusinessError} permission-not-found, version-changed
 */
export const deletePermission = inTransaction(
  (tx: Uses<'permissions' | 'events'>, deps, { actor, id, ifMatch }: EntityInput<PermissionId>) => {
    const removal = {
      entities: tx.permissions,
      notFound: 'permission-not-found',
      event: permissionEvents.deleted,
    } as const;
    return removeEntity(tx, deps, { ...removal, actor, id, ifMatch });
  },
);
