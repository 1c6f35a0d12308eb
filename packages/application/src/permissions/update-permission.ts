import {
  permissionEvents,
  requireVersion,
  type Actor,
  type Permission,
  type EditablePermission,
  type PermissionId,
} from '@portcullis/domain';
import { changeWithin } from '../changes.ts';
import type { IfMatchInput, CreateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { recordEvent, type EventDependencies } from '../record-event.ts';

export interface UpdatePermissionInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: PermissionId;
  readonly change: Partial<EditablePermission>;
}

/**
 * Changes the given fields of a permission. System permissions can also be changed.
 * @throws {BusinessError} permission-not-found, version-changed, permission-code-taken, permission-name-taken
 */
export const updatePermission =
  (deps: CreateDependencies) =>
  (input: UpdatePermissionInput): Promise<Permission> =>
    deps.work.run((tx) => updatePermissionWithin(tx, deps, input));

export type UpdatePermission = ReturnType<typeof updatePermission>;

/** Does the same as `updatePermission` within the caller's transaction. */
export function updatePermissionWithin(
  tx: Transaction,
  deps: EventDependencies,
  input: UpdatePermissionInput,
): Promise<Permission> {
  return changeWithin(tx.permissions, deps, input, {
    notFound: 'permission-not-found',
    check: (stored) => void requireVersion(stored, input.ifMatch),
    record: (before, after) =>
      recordEvent(tx, deps, {
        event: permissionEvents.updated,
        actor: input.actor,
        subject: after,
        before,
        after,
      }),
  });
}
