import { administratorRole, editorRoles, type ContentPermissionCode } from '@portcullis/domain/internal/built-in';
import { declarePermission } from '@portcullis/domain/internal/permission';

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

/**
 * Requires a role that writes contents, categories and tags, or one of the permissions. The handler of a route with this
 * requirement must pass the `reach` of its call to the use case, because the permission may have a condition.
 */
export const editorsOr = (...anyPermission: readonly ContentPermissionCode[]) => ({
  anyRole: editorRoles,
  anyPermission,
  evaluatesConditions: true as const,
});

/** The requirements that all routes for replacing the roles of a user have in common. */
export const rolesOfUserChange = {
  stepUp: true,
  anyRole: administrators,
  allPermissions: ['user.update'],
  isVersioned: true,
  isConditional: true,
} as const;
