import { builtInEvent, builtInSubject, ofDeletionAffecting, recordedFields } from '../shared/declare-event.ts';
import type { MenuId, PermissionId, RoleId } from '../shared/ids.ts';
import { BusinessError } from '../shared/errors.ts';
import type { RecordedCondition } from './permission-grant.ts';
import type { Status } from '../shared/status.ts';
import type { Entity } from '../shared/version.ts';

/** A role. While its status is 0, it grants nothing: no access by role, no permissions and no menus. */
export interface Role extends Entity<RoleId> {
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly isSystem: boolean;
  /** If true, the role grants nothing in a session without a second factor. */
  readonly requiresFactor: boolean;
  readonly status: Status;
}

/** The fields of a role that an administrator can set. */
export type EditableRole = Pick<Role, 'code' | 'name' | 'description' | 'status' | 'requiresFactor'>;

/**
 * Checks that a role may be changed or deleted. A built-in role cannot be deleted, and only its `requiresFactor` can be
 * changed. Other operations can change its permissions and menus.
 * @param changed the names of the fields to change; empty if the role is to be deleted
 * @throws {BusinessError} system-role
 */
export function refuseSystemRole({ isSystem }: Role, changed: readonly string[] = []): void {
  const isAllowed = changed.length > 0 && changed.every((name) => name === 'requiresFactor');
  if (isSystem && !isAllowed) throw new BusinessError('system-role', 'A system role cannot be changed or deleted.');
}

/** The limits of the fields of roles. */
export const roleLimits = {
  code: {
    min: 2,
    max: 64,
    pattern: /^[A-Z][A-Z0-9_]+$/,
    hint: 'a capital letter, then capital letters, digits and underscores',
  },
  name: { min: 1, max: 64 },
  description: { min: 0, max: 1000 },
} as const;

const subject = builtInSubject('role', 'name');
const recorded = recordedFields<Role>()('code', 'name', 'description', 'status', 'requiresFactor');

/** The events of roles. */
export const roleEvents = {
  created: builtInEvent(subject, 'role.created', recorded),
  updated: builtInEvent(subject, 'role.updated', recorded),
  deleted: builtInEvent(subject, 'role.deleted', ofDeletionAffecting('users', recorded)),
  permissionsChanged: builtInEvent(
    subject,
    'role.permissions.changed',
    recordedFields<{
      readonly permissionIds: readonly PermissionId[];
      readonly conditions: readonly RecordedCondition[];
    }>()('permissionIds', 'conditions'),
  ),
  menusChanged: builtInEvent(
    subject,
    'role.menus.changed',
    recordedFields<{ readonly menuIds: readonly MenuId[] }>()('menuIds'),
  ),
};
