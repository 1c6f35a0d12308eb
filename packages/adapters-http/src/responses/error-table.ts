import type { DeclaredRefusal, Refusal } from '@portcullis/domain';
import { declaredResponse } from '@portcullis/domain/internal/shared/errors';
import type { HttpErrorKind } from './http-error.ts';

/** Kinds of errors that the client did not cause. */
type InternalErrorKind = 'internal-error' | 'database-failure' | 'outcome-unknown' | 'external-service-failure';

/**
 * Some kinds of errors appear only in the log. This table contains the reason that the response shows instead of each
 * kind. A client must not learn whether an account exists, that the reuse of a refresh token was detected, or how the
 * service is configured.
 */
export const publicReasons = {
  'unknown-account': 'invalid-credentials',
  'wrong-password': 'invalid-credentials',
  'account-disabled': 'invalid-credentials',
  'refresh-token-reused': 'session-ended',
  'proxy-not-trusted': 'unprotected-route',
} as const satisfies Partial<Record<Refusal, string>>;

type Hidden = keyof typeof publicReasons;

/** All kinds of errors, including those that only the log shows. */
export type ErrorKind = Refusal | HttpErrorKind | InternalErrorKind;

/** Every `reason` that an error body can carry. */
export type Reason = Exclude<ErrorKind, Hidden> | (typeof publicReasons)[Hidden];

export interface WireError {
  /** Business code. */
  readonly code: number;
  /** HTTP status. */
  readonly status: number;
}

/** The business code and HTTP status of each reason (docs/interface.md §7). A missing reason is a compile error. */
export const errorTable = {
  'malformed-request': { code: 1000, status: 400 },
  'malformed-body': { code: 1000, status: 400 },
  'unknown-user': { code: 1000, status: 400 },
  'unknown-roles': { code: 1000, status: 400 },
  'unknown-permissions': { code: 1000, status: 400 },
  'unknown-menus': { code: 1000, status: 400 },
  'unknown-tags': { code: 1000, status: 400 },
  'unknown-category': { code: 1000, status: 400 },
  'unknown-cover': { code: 1005, status: 400 },
  'method-not-allowed': { code: 1000, status: 405 },
  'body-too-slow': { code: 1000, status: 408 },
  'request-too-slow': { code: 1000, status: 408 },
  'expectation-failed': { code: 1000, status: 417 },
  'headers-too-large': { code: 1000, status: 431 },

  'token-missing': { code: 1001, status: 401 },
  'role-required': { code: 1003, status: 403 },
  'permission-required': { code: 1003, status: 403 },
  'api-key-refused': { code: 1003, status: 403 },
  'api-key-read-only': { code: 1003, status: 403 },
  'api-key-of-another-person': { code: 1003, status: 403 },
  'unprotected-route': { code: 1003, status: 403 },
  'system-role': { code: 1003, status: 403 },
  'setup-closed': { code: 1003, status: 403 },
  'registration-closed': { code: 1003, status: 403 },
  'unknown-route': { code: 1004, status: 404 },

  'validation-failed': { code: 1005, status: 400 },
  'wrong-current-password': { code: 1005, status: 400 },
  'password-unacceptable': { code: 1005, status: 400 },
  'username-unacceptable': { code: 1005, status: 400 },
  'email-unacceptable': { code: 1005, status: 400 },
  'slug-unacceptable': { code: 1005, status: 400 },
  'webhook-url-unacceptable': { code: 1005, status: 400 },
  'unknown-event-types': { code: 1005, status: 400 },
  'replay-too-large': { code: 1005, status: 400 },
  'schedule-unacceptable': { code: 1005, status: 400 },
  'routes-unacceptable': { code: 1005, status: 400 },
  'condition-unacceptable': { code: 1005, status: 400 },
  'api-key-unacceptable': { code: 1005, status: 400 },
  'attributes-unacceptable': { code: 1005, status: 400 },
  'unknown-parent-menu': { code: 1005, status: 400 },
  'unknown-parent-category': { code: 1005, status: 400 },
  'directory-menu-has-parent': { code: 1005, status: 400 },

  'last-administrator': { code: 1009, status: 409 },
  'self-deletion': { code: 1009, status: 409 },
  'menu-has-children': { code: 1009, status: 409 },
  'menu-cycle': { code: 1009, status: 409 },
  'menu-too-deep': { code: 1009, status: 409 },
  'category-in-use': { code: 1009, status: 409 },
  'category-in-conditions': { code: 1009, status: 409 },
  'tag-in-conditions': { code: 1009, status: 409 },
  'category-cycle': { code: 1009, status: 409 },
  'category-too-deep': { code: 1009, status: 409 },
  'content-move-refused': { code: 1009, status: 409 },
  'working-copy-outdated': { code: 1009, status: 409 },
  'too-many-factors': { code: 1009, status: 409 },
  'too-many-webhooks': { code: 1009, status: 409 },
  'too-many-api-keys': { code: 1009, status: 409 },
  'attribute-in-use': { code: 1009, status: 409 },
  'service-account': { code: 1009, status: 409 },
  'batch-refused': { code: 1009, status: 409 },
  'media-in-use': { code: 1009, status: 409 },
  'idempotency-key-in-use': { code: 1009, status: 409 },

  'version-changed': { code: 1012, status: 412 },
  'batch-versions-changed': { code: 1012, status: 412 },
  'body-too-large': { code: 1013, status: 413 },
  'media-too-large': { code: 1013, status: 413 },
  'media-quota-exceeded': { code: 1013, status: 413 },
  'unsupported-media-type': { code: 1015, status: 415 },
  'media-type-unsupported': { code: 1015, status: 415 },
  'idempotency-key-reused': { code: 1022, status: 422 },
  'media-unreadable': { code: 1022, status: 422 },
  'if-match-missing': { code: 1028, status: 428 },
  'too-many-requests': { code: 1029, status: 429 },
  'too-many-streams': { code: 1029, status: 429 },

  'invalid-credentials': { code: 1101, status: 401 },
  'token-expired': { code: 1102, status: 401 },
  'token-invalid': { code: 1103, status: 401 },
  'session-ended': { code: 1103, status: 401 },
  'setup-token-invalid': { code: 1103, status: 401 },
  'user-not-found': { code: 1104, status: 404 },
  'email-taken': { code: 1106, status: 409 },
  'username-taken': { code: 1107, status: 409 },
  'administrator-registration': { code: 1108, status: 403 },
  'challenge-invalid': { code: 1109, status: 401 },
  'wrong-code': { code: 1109, status: 400 },
  'code-required': { code: 1109, status: 400 },
  'wrong-passkey': { code: 1109, status: 400 },
  'factor-required': { code: 1110, status: 401 },
  'step-up-required': { code: 1111, status: 403 },
  'link-required': { code: 1112, status: 409 },
  'mail-link-invalid': { code: 1113, status: 400 },
  'mail-link-expired': { code: 1114, status: 400 },
  'last-factor': { code: 1115, status: 409 },
  'sign-in-invalid': { code: 1116, status: 400 },
  'account-missing': { code: 1117, status: 403 },
  'account-confirmed': { code: 1118, status: 409 },

  'provider-not-found': { code: 1201, status: 404 },
  'identity-not-found': { code: 1201, status: 404 },
  'role-not-found': { code: 1201, status: 404 },
  'permission-not-found': { code: 1201, status: 404 },
  'menu-not-found': { code: 1201, status: 404 },
  'content-not-found': { code: 1201, status: 404 },
  'revision-not-found': { code: 1201, status: 404 },
  'working-copy-not-found': { code: 1201, status: 404 },
  'preview-link-not-found': { code: 1201, status: 404 },
  'category-not-found': { code: 1201, status: 404 },
  'tag-not-found': { code: 1201, status: 404 },
  'media-not-found': { code: 1201, status: 404 },
  'audit-record-not-found': { code: 1201, status: 404 },
  'event-not-found': { code: 1201, status: 404 },
  'session-not-found': { code: 1201, status: 404 },
  'factor-not-found': { code: 1201, status: 404 },
  'webhook-not-found': { code: 1201, status: 404 },
  'api-key-not-found': { code: 1201, status: 404 },
  'delivery-not-found': { code: 1201, status: 404 },

  'identity-taken': { code: 1202, status: 409 },
  'role-code-taken': { code: 1202, status: 409 },
  'role-name-taken': { code: 1202, status: 409 },
  'permission-code-taken': { code: 1202, status: 409 },
  'permission-name-taken': { code: 1202, status: 409 },
  'slug-taken': { code: 1202, status: 409 },
  'tag-name-taken': { code: 1202, status: 409 },

  'internal-error': { code: 2000, status: 500 },
  'database-failure': { code: 2001, status: 500 },
  'not-ready': { code: 2001, status: 503 },
  'external-service-failure': { code: 2002, status: 500 },
  overloaded: { code: 2003, status: 503 },
  'outcome-unknown': { code: 2003, status: 503 },
  'media-busy': { code: 2003, status: 503 },
} as const satisfies Record<Exclude<Reason, DeclaredRefusal>, WireError>;

/** Returns true for a reason that another package has declared with `declareRefusal`, with its status and code. */
export const isDeclared = (reason: Reason): reason is DeclaredRefusal => !Object.hasOwn(errorTable, reason);

/** Returns the business code and the HTTP status of a reason. */
export function wireErrorOf(reason: Reason): WireError {
  if (!isDeclared(reason)) return errorTable[reason];
  return declaredResponse(reason) ?? errorTable['internal-error'];
}

const isHidden = (kind: ErrorKind): kind is Hidden => kind in publicReasons;

/** Returns the reason that the response contains for a kind of error. */
export const reasonOf = (kind: ErrorKind): Reason => (isHidden(kind) ? publicReasons[kind] : kind);
