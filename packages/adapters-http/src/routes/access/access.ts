import {
  administratorRole,
  draftReaders,
  editorRoles,
  type ContentPermissionCode,
} from '@portcullis/domain/internal/built-in';
import { declarePermission, type PermissionCode } from '@portcullis/domain/internal/roles/permission';

/**
 * Roles that may call the routes for administrators.
 * @example
 * const clear = route({
 *   method: 'POST',
 *   path: '/acme/notes/clear',
 *   operation: 'clearAcmeNotes',
 *   idempotencyKey: 'ignored',
 *   summary: 'Delete all notes',
 *   access: 'authorized',
 *   anyRole: administrators,
 *   data: schema.nothing,
 *   handle: async () => undefined,
 * });
 */
export const administrators: readonly string[] = [administratorRole.code];

/** The permission to ask about the access of others. An administrator has to create it. */
export const evaluatePermission = declarePermission('access.evaluate');

/** The permissions to change contents. Their holders find only contents that they may read. */
export const contentChanges: ReadonlySet<PermissionCode> = new Set<ContentPermissionCode>([
  'content.update',
  'content.publish',
  'content.delete',
]);

/**
 * Requires a role that writes contents, categories and tags, or one of the permissions. The handler of a route with this
 * requirement must pass the `reach` of its call to the use case, because the permission may have a condition.
 */
export const editorsOr = (...anyPermission: readonly ContentPermissionCode[]) => ({
  anyRole: editorRoles,
  anyPermission,
  evaluatesConditions: true as const,
  ...(anyPermission.every((code) => contentChanges.has(code)) && { readers: draftReaders }),
});

/** The requirements of routes with which administrators change what others may do, or who can act in their names. */
export const administratorsChange = { stepUp: true, anyRole: administrators } as const;

/** The requirements that all routes for replacing the roles of a user have in common. */
export const rolesOfUserChange = {
  ...administratorsChange,
  allPermissions: ['user.update'],
  isVersioned: true,
  isConditional: true,
} as const;
