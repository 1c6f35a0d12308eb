import { accessErrors } from './access-errors.ts';
import { accountErrors } from './account-errors.ts';
import { apiKeyErrors } from './api-key-errors.ts';
import { attributeErrors } from './attribute-errors.ts';
import { contentErrors } from './content-errors.ts';
import type { ErrorCase, Reason } from './error-case.ts';
import { mediaErrors } from './media-errors.ts';
import { webhookErrors } from './webhook-errors.ts';
import { requestErrors } from './request-errors.ts';

/**
 * Reasons that have no entry in `cases`, because they need a raw request, other routes or options of the service, or
 * several steps. Other tests cover them.
 */
type TestedElsewhere =
  | 'token-expired'
  | 'version-changed'
  | 'factor-required'
  | 'step-up-required'
  | 'if-match-missing'
  | 'idempotency-key-in-use'
  | 'internal-error'
  | 'database-failure'
  | 'outcome-unknown'
  | 'overloaded'
  | 'external-service-failure'
  | 'not-ready'
  | 'registration-closed'
  | 'body-too-slow'
  | 'malformed-request'
  | 'request-too-slow'
  | 'expectation-failed'
  | 'headers-too-large'
  | 'media-type-unsupported'
  | 'media-unreadable'
  | 'media-too-large'
  | 'media-busy'
  | 'media-in-use'
  | 'category-in-conditions'
  | 'tag-in-conditions';

/** A case for each reason that is not in `TestedElsewhere`. A missing reason is a compile error. */
export const cases: Readonly<Record<Exclude<Reason, TestedElsewhere>, ErrorCase>> = {
  ...requestErrors,
  ...accountErrors,
  ...accessErrors,
  ...contentErrors,
  ...mediaErrors,
  ...webhookErrors,
  ...apiKeyErrors,
  ...attributeErrors,
};
