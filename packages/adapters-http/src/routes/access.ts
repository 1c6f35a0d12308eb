import { administratorRole, editorRoles } from '@portcullis/domain';

/** Roles of the routes for administrators. */
export const administrators: readonly string[] = [administratorRole.code];

/** Roles that write contents, categories and tags, and see unpublished contents. */
export const editors = editorRoles;
