import type { ConstraintRefusal } from './noun-store.ts';

/**
 * The error for each constraint that a write can violate. Constraints also catch concurrent writes of the same value.
 */
export const refusalByConstraint: ReadonlyMap<string, ConstraintRefusal> = new Map<string, ConstraintRefusal>([
  ['users_email_key', { refusal: 'email-taken', message: 'This e-mail address is already registered.' }],
  ['users_username_key', { refusal: 'username-taken', message: 'This user name is already in use.' }],
  ['roles_code_key', { refusal: 'role-code-taken', message: 'A role with this code already exists.' }],
  ['roles_name_key', { refusal: 'role-name-taken', message: 'A role with this name already exists.' }],
  [
    'permissions_code_key',
    { refusal: 'permission-code-taken', message: 'A permission with this code already exists.' },
  ],
  [
    'permissions_name_key',
    { refusal: 'permission-name-taken', message: 'A permission with this name already exists.' },
  ],
  ['contents_slug_key', { refusal: 'slug-taken', message: 'This slug is already in use.' }],
  ['categories_slug_key', { refusal: 'slug-taken', message: 'This slug is already in use.' }],
  ['tags_name_key', { refusal: 'tag-name-taken', message: 'A tag with this name already exists.' }],
  ['tags_slug_key', { refusal: 'slug-taken', message: 'This slug is already in use.' }],
  ['categories_parent_id_fkey', { refusal: 'category-in-use', message: 'This category still holds categories.' }],
  ['contents_category_id_fkey', { refusal: 'category-in-use', message: 'This category still holds contents.' }],
  ['menus_parent_id_fkey', { refusal: 'menu-has-children', message: 'This menu has others below it.' }],
]);
