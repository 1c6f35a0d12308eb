import type { FieldError } from '@portcullis/domain/internal/shared/errors';
import type { formMedia } from '../body/form-body.ts';
import type { multipartMedia } from '../body/multipart-body.ts';
import type { BodyLimits } from '../body/receive-body.ts';
import type { Credentials } from '../checks/callers.ts';
import type { Limit } from '../checks/rate-limit.ts';
import type { Reason } from '../responses/error-table.ts';
import type { RequestSchema } from '../validation/validate.ts';
import type { StandardForm } from './standard-form.ts';

/** The definition of an endpoint (docs/interface.md §4). */
export interface Endpoint<Params, Query, Body> {
  /** The operationId in the API document, which is the name of the method in generated clients. */
  readonly operation: string;
  readonly summary: string;
  /** Details for the API document. */
  readonly description?: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below `base`, with parameters such as `:id`. */
  readonly path: string;
  /** The prefix of the path. Default: `/api`. Routes of other standards have the paths of their standard. */
  readonly base?: '' | '/api';
  /** Set if another standard than docs/interface.md §2.1 defines the form of the bodies. */
  readonly standard?: StandardForm;
  readonly params?: RequestSchema<Params>;
  readonly query?: RequestSchema<Query>;
  /** Set if unknown query parameters are refused, even if the client does not send `Prefer: handling=strict`. */
  readonly hasStrictQuery?: true;
  readonly body?: RequestSchema<Body>;
  /**
   * Returns the errors of business rules that the use case would report for a body. If a field
   * is invalid, the use case does not run. This function is then called, so that one response contains all errors.
   */
  readonly ruleErrors?: (body: object) => readonly FieldError[];
  /** HTTP status of a successful response. Default: 200. */
  readonly status?: 200 | 201 | 202 | 303;
  /**
   * Other statuses of successful responses, and when they are sent. The handler returns a `WithStatus` or a
   * `FileResponse`.
   */
  readonly otherStatuses?: Readonly<Partial<Record<200 | 206 | 416, string>>>;
  readonly limit?: Limit;
  /** Limits on the body, used instead of the default limits of `mount`. */
  readonly bodyLimits?: BodyLimits;
  /**
   * Set if the body is a form instead of JSON. The handler of a route for `multipart/form-data` receives the form
   * itself (`form.receive`).
   */
  readonly bodyMedia?: typeof formMedia | typeof multipartMedia;
  /** The fields of a `multipart/form-data` form, for the API document. The handler validates them. */
  readonly form?: RequestSchema<object>;
  /** How callers authenticate, if not only with `Bearer`. */
  readonly credentials?: Credentials;
  /** Set if the handler hashes a password. Such requests wait for their turn before their body is read. */
  readonly waitsFor?: 'password';
  /**
   * Set if a POST route changes nothing, except that it can end the credentials of the caller. API keys that are
   * `readOnly` can call it.
   */
  readonly changesNothing?: true;
  /** Set if the route is served even before the service has started. */
  readonly isAlwaysServed?: true;
  /**
   * Set if the data belongs to one resource with a version number. In responses to requests with a token, this number
   * is the ETag.
   */
  readonly isVersioned?: true;
  /**
   * Set if the route changes a resource with a version number. The handler of the route passes `ifMatch` to the use
   * case.
   */
  readonly isConditional?: true;
  /**
   * Set if the route is sensitive. If the installation sets `STEP_UP_MAX_AGE`, sensitive routes require that the last
   * authentication of the session is recent. With `true`, this check runs before the body is read. With `conditional`,
   * the handler must call `requireRecent`. With `always`, an authentication of the last 15 minutes is required even
   * without `STEP_UP_MAX_AGE`.
   */
  readonly stepUp?: true | 'conditional' | 'always';
  /**
   * Set if the route could give control of the caller's account to somebody who has stolen the access token. Even
   * without `STEP_UP_MAX_AGE`, the route then needs an authentication of the last 15 minutes, or the current password
   * in the body. The handler must call the use case `proveOwner`.
   */
  readonly needsOwner?: true;
  /** Set if a ticket in the query parameter `ticket` can replace the token, for clients that cannot set headers. */
  readonly acceptsTicket?: true;
  /** Media type of a response without the envelope. The handler returns a `RawResponse` or an `EventStream`. */
  readonly media?: string;
  /**
   * The time for which clients may use a response of a public GET route without asking again, in seconds. By default,
   * they ask each time whether it has changed.
   */
  readonly maxAgeSeconds?: number;
  /**
   * True if responses must not be stored or indexed although requests need no token. These responses contain an
   * unpublished content, or are steps of a sign-in.
   */
  readonly isUnlisted?: boolean;
  /**
   * Set if this installation does not offer the operation. Every request then gets this error before its body is read,
   * and the API document omits the operation.
   */
  readonly closedWith?: (() => Error) | undefined;
  /** The errors of the use case, in addition to the errors of the checks. */
  readonly refuses?: readonly Reason[];
}

declare const declared: unique symbol;

/** An operation id that other routes name. */
export type OperationId = string & { readonly [declared]: true };

const isOperationId = (name: string): name is OperationId => /^[a-z][A-Za-z]*$/.test(name);

/**
 * Declares an operation id that other routes name. They use the result, so that a misspelt id does not compile.
 * @throws {TypeError} when the id is not in camel case
 */
export function declareOperation(name: string): OperationId {
  if (isOperationId(name)) return name;
  throw new TypeError(`An operation id must be in camel case: ${name}`);
}

/**
 * The way in which a route handles the header `Idempotency-Key`:
 *
 * - `accepted`: a successful response is stored, and a request with the same key gets it again.
 * - `{ reread }`: the same. A response that is too large to be stored is made again by the GET route with this
 *   declared operation id, which gets the `id` of the response as its parameter.
 * - `ignored`: no response is stored. Required if responses contain a secret, such as a token, a key or a link. Also
 *   used if the route changes nothing.
 */
export type IdempotencyKeyUse = 'accepted' | 'ignored' | { readonly reread: OperationId };
