import { administratorRole, editorRoles, type ContentPermissionCode } from '@portcullis/domain';

/** Roles that may call the routes for administrators. */
export const administrators: readonly string[] = [administratorRole.code];

/** Requires a role that writes contents, categories and tags, or one of the permissions. */
export const editorsOr = (...anyPermission: readonly ContentPermissionCode[]) => ({
  anyRole: editorRoles,
  anyPermission,
});
