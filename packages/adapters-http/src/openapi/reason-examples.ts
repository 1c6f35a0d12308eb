import type { DeclaredRefusal } from '@portcullis/domain';
import {
  notFoundMessage,
  takenMessages,
  type NotFound,
  type TakenRefusal,
} from '@portcullis/domain/internal/shared/errors';
import { isDeclared, type Reason } from '../responses/error-table.ts';
import { requestErrorMessages } from '../checks/request-head.ts';
import type { Route } from '../routes/route.ts';
import { fieldsOf } from '../validation/validate.ts';

/** The message and the details of an error body. */
interface ReasonExample {
  readonly message: string;
  readonly errors?: unknown;
}

/** An error that has the same message as its only field. */
const fieldError = (field: string, message: string): ReasonExample => ({ message, errors: [{ field, message }] });

const missingIds = ['00000000-0000-4000-8000-00000000dead'];

/** The reasons whose message is known without an example. */
type DerivedReason = DeclaredRefusal | NotFound | TakenRefusal;

const isNotFound = (reason: Reason): reason is NotFound => reason.endsWith('-not-found');
const isTaken = (reason: Reason): reason is TakenRefusal => reason in takenMessages;

/**
 * An example for each reason whose message is not derived. The tests compare these examples with responses
 * of the service.
 */
const reasonExamples: Readonly<Record<Exclude<Reason, DerivedReason>, ReasonExample>> = {
  'malformed-request': { message: requestErrorMessages['malformed-request'] },
  'request-too-slow': { message: requestErrorMessages['request-too-slow'] },
  'expectation-failed': { message: requestErrorMessages['expectation-failed'] },
  'headers-too-large': { message: requestErrorMessages['headers-too-large'] },
  'malformed-body': { message: 'The body is not valid JSON.' },
  'unknown-user': { message: `Unknown user id: ${missingIds[0]}`, errors: { missingIds } },
  'unknown-roles': { message: `Unknown role ids: ${missingIds[0]}`, errors: { missingIds } },
  'unknown-permissions': { message: `Unknown permission ids: ${missingIds[0]}`, errors: { missingIds } },
  'unknown-menus': { message: `Unknown menu ids: ${missingIds[0]}`, errors: { missingIds } },
  'unknown-tags': { message: `Unknown tag ids: ${missingIds[0]}`, errors: { missingIds } },
  'unknown-cover': {
    message: 'coverId: There is no picture with this id.',
    errors: [{ field: 'coverId', message: 'There is no picture with this id' }],
  },
  'unknown-category': { message: `Unknown category ids: ${missingIds[0]}`, errors: { missingIds } },
  'method-not-allowed': { message: 'This address takes POST.' },
  'body-too-slow': { message: 'The body took too long to arrive.' },
  'token-missing': { message: 'Please log in.' },
  'role-required': { message: 'Your roles do not allow this.' },
  'permission-required': { message: 'Your permissions do not allow this.' },
  'api-key-refused': { message: 'This cannot be done with an API key. Please log in.' },
  'api-key-read-only': { message: 'This API key can only read.' },
  'api-key-of-another-person': { message: 'Only its owner can change this key.' },
  'api-key-unacceptable': fieldError('expiresAt', 'Must be in the future, and at most 365 days from now.'),
  'too-many-api-keys': { message: 'An account has at most 100 API keys.' },
  'attributes-unacceptable': fieldError('attributes.department', 'There is no such attribute.'),
  'attribute-in-use': {
    message: 'Users have values of these attributes that would not be allowed: department.',
  },
  'service-account': { message: 'This is a service account, which cannot log in.' },
  'routes-unacceptable': {
    message: 'Some of the routes are not valid.',
    errors: [{ field: 'routes[0].path', message: 'This is not a valid pattern of a path.' }],
  },
  'unprotected-route': { message: 'No protected route matches this request.' },
  'system-role': { message: 'A system role cannot be changed or deleted.' },
  'unknown-route': { message: 'There is nothing at this address.' },
  'validation-failed': {
    message: 'Some of the values sent are not valid.',
    errors: [{ field: 'permissionIds[1]', message: 'each value in permissionIds must be a UUID' }],
  },
  'wrong-current-password': fieldError('currentPassword', 'The current password is wrong.'),
  'password-unacceptable': fieldError('password', 'The password must have 8 to 128 characters.'),
  'username-unacceptable': fieldError('username', 'The user name must not contain invisible characters.'),
  'email-unacceptable': fieldError('email', 'The e-mail address must not contain spaces or invisible characters.'),
  'slug-unacceptable': fieldError(
    'slug',
    "The slug must consist of letters, digits, '-', '_', '.' and '~', and must not be '.' or '..'.",
  ),
  'webhook-url-unacceptable': fieldError('url', 'The URL must begin with https://.'),
  'replay-too-large': fieldError('from', 'A replay takes at most 10000 events.'),
  'too-many-streams': { message: 'You have too many open streams. Please close one of them.' },
  'too-many-webhooks': { message: 'There may be at most 100 webhooks.' },
  'schedule-unacceptable': {
    message: 'publishAt must be in the future.',
    errors: [{ field: 'publishAt', message: 'publishAt must be in the future' }],
  },
  'condition-unacceptable': {
    message: 'No route evaluates a condition on this permission.',
    errors: [{ field: 'grants[0].condition', message: 'No route evaluates a condition on this permission' }],
  },
  'unknown-parent-menu': fieldError('parentId', 'The parent menu does not exist.'),
  'unknown-parent-category': fieldError('parentId', 'The parent category does not exist.'),
  'directory-menu-has-parent': fieldError('menuType', 'A directory menu may not have a parent.'),
  'last-administrator': { message: 'At least one enabled administrator must remain whose role has no end.' },
  'self-deletion': { message: 'You cannot delete your own account.' },
  'menu-has-children': { message: 'This menu has others below it. Delete those first.' },
  'menu-cycle': { message: 'A menu cannot be below itself.' },
  'menu-too-deep': { message: 'Menus may be nested 16 levels deep.' },
  'category-in-use': { message: 'This category still holds categories or contents.' },
  'category-in-conditions': {
    message: 'Conditions of roles name this category. An administrator can delete it with force=true.',
    errors: { roles: [{ id: missingIds[0], code: 'EDITOR', name: 'Editor' }] },
  },
  'tag-in-conditions': {
    message: 'Conditions of roles name this tag. An administrator can delete it with force=true.',
    errors: { roles: [{ id: missingIds[0], code: 'EDITOR', name: 'Editor' }] },
  },
  'category-cycle': { message: 'A category cannot be below itself.' },
  'category-too-deep': { message: 'Categories may be nested 16 levels deep.' },
  'content-move-refused': { message: 'Content that is ARCHIVED cannot be changed this way.' },
  'working-copy-outdated': { message: 'The content has changed since this working copy began.' },
  'idempotency-key-in-use': { message: 'A request with this Idempotency-Key is still running.' },
  'idempotency-key-reused': { message: 'This Idempotency-Key belongs to a request with another body.' },
  'batch-refused': {
    message: 'Some of the contents cannot be changed.',
    errors: [{ field: 'ids', message: `${missingIds[0]}: This content does not exist.` }],
  },
  'batch-versions-changed': {
    message: 'Some of the contents have been changed.',
    errors: [{ field: 'ids', message: `${missingIds[0]}: This has been changed in the meantime.` }],
  },
  'media-in-use': {
    message: 'Contents show this file. Remove it from them first.',
    errors: { usedBy: [{ contentId: missingIds[0], isWorkingCopy: false }] },
  },
  'media-quota-exceeded': { message: 'There is no space left for files. Ask an administrator.' },
  'version-changed': {
    message: 'This has been changed in the meantime.',
    errors: {
      current: 9,
      updatedAt: '2026-11-21T09:00:00.000Z',
      updatedBy: '00000000-0000-4000-8000-00000000ada1',
      changedFields: ['title'],
    },
  },
  'if-match-missing': { message: 'This request needs the ETag of what it changes in If-Match.' },
  'body-too-large': { message: 'The body must not be larger than 65536 bytes.' },
  'unsupported-media-type': { message: 'The body must be JSON in UTF-8.' },
  'media-type-unsupported': {
    message: 'SVG pictures can contain scripts. Please upload a PNG or WebP picture instead.',
  },
  'media-unreadable': { message: 'This picture is damaged: it cannot be decoded.' },
  'media-too-large': {
    message: 'This picture has too many pixels: a picture may have 100 million, counting all frames.',
  },
  'media-busy': { message: 'Too many files are being processed. Please try again soon.' },
  'too-many-requests': { message: 'Too many requests. Please try again later.' },
  'invalid-credentials': { message: 'Wrong user name or password.' },
  'factor-required': {
    message: 'Please use your second factor.',
    errors: { challenge: 'Lw6y0zSO1VQbXyQm4Jp2eFh8aUc7NnT3kRg5iWd9xEo', factors: ['totp', 'recovery'], expiresIn: 300 },
  },
  'challenge-invalid': { message: 'This log-in has expired. Please begin again.' },
  'wrong-passkey': { message: 'This passkey was not accepted. Please try again.' },
  'wrong-code': fieldError('code', 'This code is wrong or has been used.'),
  'code-required': { message: 'Please use your second factor: enter a code or use a passkey.' },
  'step-up-required': { message: 'Please confirm that it is you.' },
  'last-factor': {
    message: 'Your roles require a second factor. Add another one before you remove this one.',
  },
  'too-many-factors': { message: 'An account has at most 5 factors.' },
  'token-expired': { message: 'Your access token has expired.' },
  'token-invalid': { message: 'Your session has ended. Please log in again.' },
  'setup-token-invalid': { message: 'This link is not valid.' },
  'mail-link-invalid': { message: 'This link is not valid or has been used.' },
  'mail-link-expired': { message: 'This link has expired. Please request another one.' },
  'account-confirmed': { message: 'This user does not wait for an invitation.' },
  'link-required': { message: 'An account has this e-mail address. Log in and link this sign-in to it.' },
  'sign-in-invalid': { message: 'This sign-in has expired, has been used, or was not started here.' },
  'account-missing': { message: 'There is no account for this sign-in. Ask an administrator for one.' },
  'setup-closed': { message: 'This link has been used or has expired. Please log in.' },
  'session-ended': { message: 'Your session has ended. Please log in again.' },
  'registration-closed': { message: 'Registration is closed. Ask an administrator for an account.' },
  'administrator-registration': { message: 'Administrator accounts cannot be registered.' },
  'internal-error': { message: 'Something went wrong on our side.' },
  'external-service-failure': { message: 'A service that this one needs did not answer. Please try again.' },
  'database-failure': { message: 'The database did not answer. Nothing was changed. Please try again.' },
  'outcome-unknown': {
    message:
      'The connection to the database was lost while the change was stored. Please check whether it was made before you try again.',
  },
  'not-ready': { message: 'The service is not ready.' },
  overloaded: { message: 'The service is busy. Please try again soon.' },
};

/**
 * Returns an example of an error. If another package has declared the reason, the message is derived from the name of
 * the reason.
 */
export function reasonExampleOf(reason: Reason, route?: Route): ReasonExample {
  if (isDeclared(reason)) return { message: `${sentenceOf(reason)}.` };
  if (isNotFound(reason)) return { message: notFoundMessage(reason) };
  if (isTaken(reason)) return { message: takenMessages[reason] };
  const example = reasonExamples[reason];
  if (reason === 'malformed-body' && route?.bodyMedia !== undefined)
    return { message: 'The body is not a valid form.' };
  if (reason === 'unsupported-media-type' && route?.bodyMedia !== undefined)
    return { message: `The body must be ${route.bodyMedia}.` };
  if (reason === 'body-too-large' && route?.bodyLimits !== undefined) {
    return { message: `The body must not be larger than ${route.bodyLimits.maxBytes} bytes.` };
  }
  if (reason === 'content-move-refused' && takes(route, 'publishAt')) {
    return { message: 'Content that is PUBLISHED cannot be published again.' };
  }
  if (reason === 'password-unacceptable' && takes(route, 'newPassword')) {
    return { ...example, errors: [{ field: 'newPassword', message: example.message }] };
  }
  if (reason === 'wrong-current-password' && takes(route, 'password')) {
    return { ...example, errors: [{ field: 'password', message: example.message }] };
  }
  const changedField = changedFields[route?.path.split('/')[1] ?? ''];
  if (reason === 'version-changed' && changedField !== undefined) {
    return { ...example, errors: { ...Object(example.errors), changedFields: [changedField] } };
  }
  return example;
}

/**
 * A field that another request may have changed, by the first segment of the path of a route. The example in
 * `reasonExamples` names a field of contents.
 */
const changedFields: Readonly<Record<string, string>> = {
  auth: 'nickName',
  users: 'nickName',
  roles: 'description',
  permissions: 'description',
  menus: 'menuName',
  categories: 'name',
  tags: 'name',
  media: 'alt',
};

/** Returns true if the body of a route has a field with this name. */
const takes = (route: Route | undefined, name: string): boolean =>
  route?.body !== undefined && fieldsOf(route.body).some((field) => field.name === name);

const sentenceOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;
