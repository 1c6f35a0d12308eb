import { PortcullisError, type ErrorReason } from '@portcullis/client';
import { language } from '../language/language.ts';
import { fieldMessageInChinese } from '../language/refusals-zh.ts';
import { messageOf } from './states.tsx';

/** The fields of refusals that name none, since they are found only when the change is stored. */
const fieldsOfReasons: Partial<Record<ErrorReason, string>> = {
  'email-taken': 'email',
  'username-taken': 'username',
  'username-unacceptable': 'username',
  'password-unacceptable': 'password',
  'wrong-current-password': 'currentPassword',
  'role-code-taken': 'code',
  'role-name-taken': 'name',
  'permission-code-taken': 'code',
  'permission-name-taken': 'name',
  'tag-name-taken': 'name',
  'slug-taken': 'slug',
  'slug-unacceptable': 'slug',
  'unknown-category': 'categoryId',
  'unknown-parent-category': 'parentId',
  'unknown-parent-menu': 'parentId',
  'unknown-tags': 'tagIds',
  'unknown-roles': 'roleIds',
  'directory-menu-has-parent': 'menuType',
};

export interface FormErrors {
  /** The error message of each invalid field, by its name. */
  readonly fields: Readonly<Record<string, string>>;
  /** The error message that concerns no field of the form. */
  readonly problem: string | undefined;
}

/** An error that the form finds before it sends a request. Without a field, it concerns the whole form. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
  readonly field: string | undefined;

  constructor(field: string | undefined, message: string) {
    super(message);
    this.field = field;
  }
}

/** A field's path such as `roleIds[2]` belongs to the field `roleIds`. */
const nameOf = (path: string): string => path.split(/[.[]/u)[0] ?? path;

/** The form says which field it is, so that the service's name of it is left out. */
const fieldMessage = (message: string): string =>
  language.value === 'zh' ? fieldMessageInChinese(message) : message.replace(/^\w+ must /u, 'Must ');

/** Assigns what the service has refused to the fields of a form. */
export function formErrorsOf(
  error: unknown,
  shown: ReadonlySet<string>,
  ownFields: Partial<Record<ErrorReason, string>> = {},
): FormErrors {
  if (error instanceof InvalidInput) {
    const { field, message } = error;
    return field !== undefined && shown.has(field)
      ? { fields: { [field]: message }, problem: undefined }
      : { fields: {}, problem: message };
  }
  if (!(error instanceof PortcullisError)) return { fields: {}, problem: messageOf(error) };
  const fields: Record<string, string> = {};
  const others: string[] = [];
  const note = (name: string | undefined, message: string): void => {
    if (name !== undefined && shown.has(name)) fields[name] ??= message;
    else others.push(message);
  };
  if (Array.isArray(error.errors))
    for (const { field, message } of error.errors) note(nameOf(field), fieldMessage(message));
  else {
    const { reason } = error;
    note(reason === undefined ? undefined : (ownFields[reason] ?? fieldsOfReasons[reason]), messageOf(error));
  }
  return { fields, problem: others.length === 0 ? undefined : others.join(' ') };
}
