import { builtInEvent, builtInSubject, ofDeletionAffecting, recordedFields } from '../shared/declare-event.ts';
import type { BuiltInPermissionCode, ContentPermissionCode } from '../built-in.ts';
import type { PermissionId } from '../shared/ids.ts';
import type { Status } from '../shared/status.ts';
import type { Entity } from '../shared/version.ts';

/** A permission. While its status is 0, no user holds it. */
export interface Permission extends Entity<PermissionId> {
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly resource: string;
  readonly action: string;
  readonly isSystem: boolean;
  readonly status: Status;
}

/** The fields of a permission that an administrator can set, even if the permission is built in. */
export type EditablePermission = Omit<Permission, keyof Entity | 'isSystem'>;

/** The limits of the fields of permissions. */
export const permissionLimits = {
  code: { min: 1, max: 128 },
  name: { min: 1, max: 128 },
  description: { min: 0, max: 1000 },
  resource: { min: 1, max: 64 },
  action: { min: 1, max: 64 },
} as const;

declare const declared: unique symbol;

/** The code of a permission that another package declares for the routes of its own resource. */
export type DeclaredPermissionCode = `${string}.${string}` & { readonly [declared]: true };

/** The code of a permission that a route can require. */
export type PermissionCode = BuiltInPermissionCode | ContentPermissionCode | DeclaredPermissionCode;

const isDeclarable = (code: `${string}.${string}`): code is DeclaredPermissionCode =>
  /^[a-z][A-Za-z]*(?:\.[a-z][A-Za-z]*)+$/.test(code);

/**
 * Declares the code of a permission that a route requires and that is not built in. The installation needs a permission
 * with this code. Users who hold no such permission cannot call the route.
 * @param code such as `label.update`
 * @throws {TypeError} when the code has another form
 * @example
 * const readNotes: PermissionCode = declarePermission('acme.note.read');
 */
export function declarePermission(code: `${string}.${string}`): DeclaredPermissionCode {
  if (isDeclarable(code)) return code;
  throw new TypeError(`The code of a permission must consist of words with dots between them: ${code}`);
}

const subject = builtInSubject('permission', 'name');
const recorded = recordedFields<Permission>()('code', 'name', 'description', 'resource', 'action', 'status');

/** The events of permissions. */
export const permissionEvents = {
  created: builtInEvent(subject, 'permission.created', recorded),
  updated: builtInEvent(subject, 'permission.updated', recorded),
  deleted: builtInEvent(subject, 'permission.deleted', ofDeletionAffecting('roles', recorded)),
};
