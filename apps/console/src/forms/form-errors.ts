import { PortcullisError, type ErrorReason } from '@portcullis/client';
import { fieldMessage } from '../language/service-messages.ts';
import { InvalidInput, messageOf } from '../parts/load.tsx';

/** For error reasons that do not contain its name, the form field that shows the message. */
const fieldsOfReasons: Partial<Record<ErrorReason, string>> = {
  'wrong-current-password': 'currentPassword',
  'unknown-category': 'categoryId',
  'unknown-parent-category': 'parentId',
  'unknown-parent-menu': 'parentId',
  'unknown-tags': 'tagIds',
  'unknown-roles': 'roleIds',
  'directory-menu-has-parent': 'menuType',
};

export interface FormErrors {
  /** The error messages of the invalid fields, by the names of the fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** The error messages that do not belong to a field of the form, joined to one text. */
  readonly problem: string | undefined;
}

/** Returns the name of the field in a path, for example `roleIds` for `roleIds[2]`. */
const nameOf = (path: string): string => path.split(/[.[]/u)[0] ?? path;

const kebab = (name: string): string => name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

/** Returns the field whose value is refused, whose name is before the end of the reason: `acme-label-name-taken`. */
const refusedField = (reason: string, shown: ReadonlySet<string>): string | undefined =>
  [...shown].find((field) => ['taken', 'unacceptable'].some((end) => `-${reason}`.endsWith(`-${kebab(field)}-${end}`)));

/** Returns a message without the name of the field, because the form shows the message next to the field. */
const messageAtField = (message: string): string => fieldMessage(message).replace(/^\w+ must /u, 'Must ');

/** Assigns the messages of an error to the fields of the form, or to the entire form. A field gets only one message. */
export function formErrorsOf(
  error: unknown,
  shown: ReadonlySet<string>,
  ownFields: Partial<Record<ErrorReason, string>> = {},
): FormErrors {
  const fields: Record<string, string> = {};
  const others: string[] = [];
  const note = (name: string | undefined, message: string): void => {
    if (name !== undefined && shown.has(name)) fields[name] ??= message;
    else others.push(message);
  };
  if (error instanceof InvalidInput) for (const { field, message } of [error, ...error.further]) note(field, message);
  else if (!(error instanceof PortcullisError)) others.push(messageOf(error));
  else if (Array.isArray(error.errors))
    for (const { field, message } of error.errors)
      note(shown.has(field) ? field : nameOf(field), messageAtField(message));
  else {
    const { reason } = error;
    note(
      reason === undefined ? undefined : (ownFields[reason] ?? fieldsOfReasons[reason] ?? refusedField(reason, shown)),
      messageOf(error),
    );
  }
  return { fields, problem: others.length === 0 ? undefined : others.join(' ') };
}
