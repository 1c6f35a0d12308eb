import { administratorRole, editorRoles } from '@portcullis/domain';

/** Roles that may call the routes for administrators. */
export const administrators: readonly string[] = [administratorRole.code];

/** Roles that may write contents, categories and tags, and read unpublished contents. */
export const editors = editorRoles;
