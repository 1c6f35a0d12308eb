import { administratorRole, editorRoles } from '@portcullis/domain';

/** Roles that routes require. */
export const administrators: readonly string[] = [administratorRole.code];

/** Write contents, categories and tags, and see contents that are not published. */
export const editors = editorRoles;
