import { takenMessages, type TakenRefusal } from '@portcullis/domain';
import type { ConstraintError } from './resource-store.ts';

const taken = (refusal: TakenRefusal): ConstraintError => ({ refusal, message: takenMessages[refusal] });

/**
 * The error for each constraint whose violation is reported to the client. Unlike the checks before a write,
 * constraints also detect conflicts with concurrent writes.
 */
export const constraintErrors: ReadonlyMap<string, ConstraintError> = new Map<string, ConstraintError>([
  ['users_email_key', taken('email-taken')],
  ['users_address_key', taken('email-taken')],
  ['users_username_key', taken('username-taken')],
  ['identities_subject_key', taken('identity-taken')],
  ['factors_credential_key', { refusal: 'wrong-passkey', message: 'This passkey was not accepted. Please try again.' }],
  ['roles_code_key', taken('role-code-taken')],
  ['roles_name_key', taken('role-name-taken')],
  ['permissions_code_key', taken('permission-code-taken')],
  ['permissions_name_key', taken('permission-name-taken')],
  ['contents_slug_key', taken('slug-taken')],
  ['categories_slug_key', taken('slug-taken')],
  ['tags_name_key', taken('tag-name-taken')],
  ['tags_slug_key', taken('slug-taken')],
  ['categories_parent_id_fkey', { refusal: 'category-in-use', message: 'This category still holds categories.' }],
  ['contents_category_id_fkey', { refusal: 'category-in-use', message: 'This category still holds contents.' }],
  ['menus_parent_id_fkey', { refusal: 'menu-has-children', message: 'This menu has others below it.' }],
]);
