import type { DecisionReason } from '@portcullis/domain/internal/access/decide-access';
import type { ErrorReport } from '../../responses/error-report.ts';
import type { StandardForm } from '../standard-form.ts';
import { isObject } from '../../validation/validate.ts';
import * as schema from '../../validation/schema.ts';
import type { Schema } from '../../validation/schema.ts';

/** The decision of one evaluation. */
export interface Decision {
  readonly decision: boolean;
  readonly context?: DecisionContext;
}

type DecisionContext =
  | { readonly reason: DecisionReason; readonly roles: readonly string[] }
  | { readonly error: { readonly status: 400; readonly message: string } };

/** Every reason, so that the compiler notices a missing one. */
const isReason: Readonly<Record<DecisionReason, true>> = {
  granted: true,
  'unknown-subject': true,
  'unknown-resource': true,
  'not-granted': true,
  'user-disabled': true,
  'grant-not-begun': true,
  'grant-expired': true,
  'role-disabled': true,
  'factor-required': true,
  conditional: true,
  'permission-disabled': true,
  'menu-disabled': true,
  'parent-menu-disabled': true,
  'key-expired': true,
  'address-not-allowed': true,
  'key-refused': true,
  'key-read-only': true,
  'not-listed-by-key': true,
};
const reasons = Object.keys(isReason).filter((name): name is DecisionReason => name in isReason);

const contextSchema: Schema<DecisionContext> = {
  anyOf: [
    schema.object({
      reason: schema.withDescription(schema.oneOf(reasons), 'The first reason for the decision.'),
      roles: schema.withDescription(schema.listOf(schema.text), 'The codes of the roles that the reason concerns.'),
    }),
    schema.object({
      error: schema.withDescription(
        schema.object({
          status: schema.withDescription(schema.integer, 'Always 400.'),
          message: schema.withDescription(schema.text, 'Why the evaluation is not valid.'),
        }),
        'Present if the evaluation is not valid.',
      ),
    }),
  ],
};

export const decisionSchema: Schema<Decision> = schema.named('Decision', () =>
  schema.objectWith(
    { decision: schema.withDescription(schema.flag, 'Whether the subject may do it.') },
    { context: schema.withDescription(contextSchema, 'The reason, for callers with `access.explain`; or an error.') },
  ),
);

/** The decisions of several evaluations, or the decision of a request without evaluations. */
export const decisionsSchema: Schema<Decision | { readonly evaluations: readonly Decision[] }> = {
  anyOf: [
    schema.object({
      evaluations: schema.withDescription(schema.listOf(decisionSchema), 'The decisions, in the order of the request.'),
    }),
    decisionSchema,
  ],
};

/** Returns a sentence for developers, with the invalid fields of a request. */
function messageOf({ message, errors }: ErrorReport): string {
  const details = Array.isArray(errors)
    ? errors.flatMap((each: unknown) => (isObject(each) && 'message' in each ? String(each.message) : []))
    : [];
  return details.length === 0 ? message : `${details.join('; ')}.`;
}

/** The form of errors in AuthZEN 1.0: a text, with the status 400 for every request that is not valid. */
export const authzenForm: StandardForm = {
  echoesRequestId: true,
  errorMedia: 'text/plain',
  errorSchema: schema.text,
  errorOf: (report) => ({
    status: report.status === 415 ? 400 : report.status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      ...(report.status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    },
    body: messageOf(report),
  }),
};
