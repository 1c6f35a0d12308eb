import {
  permissionEvents,
  firstVersion,
  type Actor,
  type Permission,
  type EditablePermission,
} from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { recordEvent, type EventDependencies } from '../record-event.ts';

export type CreatePermissionInput = EditablePermission & { readonly actor: Actor };

/**
 * Adds a permission.
 * @throws {BusinessError} permission-code-taken, permission-name-taken
 */
export const createPermission =
  (deps: CreateDependencies) =>
  (input: CreatePermissionInput): Promise<Permission> =>
    deps.work.run((tx) => createPermissionWithin(tx, deps, input));

export type CreatePermission = ReturnType<typeof createPermission>;

/** Fields that are set only when a built-in permission is restored. */
type FixedFields = Partial<Pick<Permission, 'id' | 'isSystem'>>;

/** Does the same as `createPermission` within the caller's transaction. */
export async function createPermissionWithin(
  tx: Transaction,
  deps: EventDependencies,
  { actor, ...draft }: CreatePermissionInput & FixedFields,
): Promise<Permission> {
  const at = deps.clock.now();
  const permission: Permission = {
    id: deps.ids.next(),
    isSystem: false,
    ...draft,
    version: firstVersion,
    createdAt: at,
    updatedAt: at,
  };
  await tx.permissions.add(permission);
  await recordEvent(tx, deps, {
    event: permissionEvents.created,
    actor,
    subject: permission,
    after: permission,
  });
  return permission;
}
