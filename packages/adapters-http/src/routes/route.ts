import type { CallerViews, VisitorViews } from '@portcullis/application/internal/ports/access';
import { reachOf, type Grants, type Requirement } from '@portcullis/domain/internal/access';
import type { FieldError } from '@portcullis/domain/internal/errors';
import type { PermissionCode } from '@portcullis/domain/internal/permission';
import type { Reason } from '../responses/error-table.ts';
import {
  hasSession,
  type Caller,
  type Credentials,
  type KeyUse,
  type ReadRequirement,
  type SessionCaller,
} from '../checks/authenticator.ts';
import type { SerializedJson, WithEtag, WithStatus, WithVersion } from '../responses/response-data.ts';
import type { StandardForm } from './standard-form.ts';
import type { formMedia } from '../body/form-body.ts';
import type { multipartMedia } from '../body/multipart-body.ts';
import type { BodyLimits } from '../body/receive-body.ts';
import type { Limit } from '../checks/rate-limit.ts';
import { parameterReader, pathReader, readBody, type RequestSchema } from '../validation/validate.ts';
import type { Schema } from '../validation/schema.ts';
import type { JsonSchema } from '../validation/json-schema.ts';
import type { AuthenticatedCall, DecidingCall, OptionalCall, PublicCall, ReadingCall, RouteRequest } from './calls.ts';

/** The definition of an endpoint (docs/interface.md §4). */
interface Endpoint<Params, Query, Body> {
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
  readonly body?: RequestSchema<Body>;
  /**
   * Returns the errors of business rules that the use case would report for a body. If a field
   * is invalid, the use case does not run. This function is then called, so that one response contains all errors.
   */
  readonly ruleErrors?: (body: object) => readonly FieldError[];
  /** HTTP status of a successful response. Default: 200. */
  readonly status?: 200 | 201 | 202 | 303;
  /** Other statuses of successful responses, and when they are sent. The handler returns a `WithStatus` or a `FileResponse`. */
  readonly otherStatuses?: Readonly<Partial<Record<200 | 206 | 416, string>>>;
  readonly limit?: Limit;
  /** Limits on the body, used instead of the default limits of `mount`. */
  readonly bodyLimits?: BodyLimits;
  /**
   * Set if the body is a form instead of JSON. The handler of a route for `multipart/form-data` receives the form itself
   * (`form.receive`).
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

/** The handler of a route, and the schema of the data that the handler returns. */
interface Handled<Called, Data> {
  readonly data: Schema<Data>;
  readonly handle: (call: Called) => Promise<NoInfer<Data | WithVersion<Data> | WithStatus<Data>>>;
}

/** A route that ignores tokens, even if they are invalid. */
interface PublicRoute<P, Q, B, D> extends Endpoint<P, Q, B>, Handled<PublicCall<P, Q, B>, D> {
  readonly access: 'public';
  readonly acceptsKey?: never;
}

/**
 * A route that accepts requests without a token, but rejects an invalid token. API keys are accepted too. Callers with one of the roles or
 * permissions in `editors` may see more than other callers.
 */
interface OptionalRoute<P, Q, B, D> extends Endpoint<P, Q, B> {
  readonly access: 'optional';
  readonly acceptsKey?: never;
  readonly editors?: Privileged;
  /** Set if `read` rarely calls `isEditor`. The roles and permissions are then read only when it does. */
  readonly rarelyAsksForEditors?: true;
  /** Routes with `read` cannot have a rate limit. See `limit` of `Read` for the reason. */
  readonly limit?: never;
  readonly data: Schema<D>;
  /**
   * Reads the data. Without a token, `views` may return data that is a few seconds old. With a token, `views` returns
   * current data.
   */
  readonly read: (
    call: OptionalCall<P, Q, B>,
    views: VisitorViews,
  ) => Promise<NoInfer<D | WithVersion<SerializedJson<D>> | WithEtag<D | SerializedJson<D>>>>;
}

/**
 * A route that decides whether the caller may do something else, which the request names. The handler says for each
 * request which roles and permissions the caller needs.
 */
interface DecidingRoute<P, Q, B, D> extends Endpoint<P, Q, B> {
  readonly access: 'optional';
  readonly method: 'GET';
  readonly acceptsKey?: never;
  readonly editors?: never;
  readonly rarelyAsksForEditors?: never;
  readonly limit?: never;
  /** The answer belongs to one request, so it must not be stored. */
  readonly isUnlisted: true;
  readonly data: Schema<D>;
  readonly decide: (call: DecidingCall<P, Q, B>) => Promise<NoInfer<D>>;
}

/**
 * A route that only reads. The access check and the first query of `views` are sent to the database in one statement.
 */
interface Read<Called, Data> {
  /**
   * A route with `read` cannot have a rate limit. A call must be counted after the session check and before the query,
   * but here both run in the same statement.
   */
  readonly limit?: never;
  readonly data: Schema<Data>;
  readonly read: (call: Called, views: CallerViews) => Promise<NoInfer<Data | SerializedJson<Data>>>;
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
 * What a route does with the header `Idempotency-Key`:
 *
 * - `accepted`: a successful response is stored, and a request with the same key gets it again.
 * - `{ reread }`: the same. A response that is too large to be stored is made again by the GET route with this
 *   declared operation id, which gets the `id` of the response as its parameter.
 * - `ignored`: no response is stored. Required if responses contain a secret, such as a token, a key or a link. Also
 *   used if the route changes nothing.
 */
type IdempotencyKeyUse = 'accepted' | 'ignored' | { readonly reread: OperationId };

/** Every POST route for callers must say what it does with the header, so that no secret is stored by mistake. */
type KeyedByMethod =
  | { readonly method: 'POST'; readonly idempotencyKey: IdempotencyKeyUse }
  | { readonly method: 'GET' | 'PUT' | 'PATCH' | 'DELETE'; readonly idempotencyKey?: never };

type ForCallers<P, Q, B, D, Who> = Endpoint<P, Q, B> &
  KeyedByMethod &
  (Handled<AuthenticatedCall<P, Q, B, Who>, D> | Read<ReadingCall<P, Q, B, Who>, D>);

interface ForEverybody {
  readonly access: 'authenticated';
  /** Callers with one of these roles or permissions may do more than other callers. */
  readonly privileged?: Privileged;
  /** Set if callers who are not in `privileged` may call the route only about themselves. */
  readonly isAboutSelf?: true;
}

/** A route that any logged-in user may call, but no API key. */
type AuthenticatedRoute<P, Q, B, D> = ForCallers<P, Q, B, D, SessionCaller> &
  ForEverybody & { readonly acceptsKey?: never };

/** A route that any logged-in user may call, and every API key. */
type KeyRoute<P, Q, B, D> = ForCallers<P, Q, B, D, Caller> & ForEverybody & { readonly acceptsKey: true };

export interface Privileged {
  readonly roles: readonly string[];
  readonly permissions: readonly PermissionCode[];
  /** True if the handler also uses permissions that the caller has only under conditions. */
  readonly evaluatesConditions?: true;
}

/**
 * A route for logged-in users with one of `anyRole` and all of `allPermissions`. If permissions are sufficient, API keys
 * are accepted too. Only routes with `handle` can have `privileged`.
 */
type AuthorizedRoute<P, Q, B, D> = ForCallers<P, Q, B, D, Caller> &
  Requirement & { readonly access: 'authorized'; readonly privileged?: Privileged; readonly acceptsKey?: never };

type Spec<P, Q, B, D> =
  | PublicRoute<P, Q, B, D>
  | OptionalRoute<P, Q, B, D>
  | DecidingRoute<P, Q, B, D>
  | AuthenticatedRoute<P, Q, B, D>
  | KeyRoute<P, Q, B, D>
  | AuthorizedRoute<P, Q, B, D>;

type Access =
  | { readonly access: 'public' }
  | (ForEverybody & { readonly acceptsKey?: true })
  | { readonly access: 'optional'; readonly editors?: Privileged; readonly rarelyAsksForEditors?: true }
  | ({ readonly access: 'authorized'; readonly privileged?: Privileged } & Requirement);

/** An endpoint that `mount` accepts. `access` is required, so that a route cannot become public by mistake. */
export type Route = Endpoint<unknown, unknown, unknown> &
  Access & {
    readonly idempotencyKey?: IdempotencyKeyUse;
    /** The roles and permissions to check together with the first query. Undefined for routes without `read`. */
    readonly reading?: RouteRequirement;
    /** The schema of the data that `handle` returns. */
    readonly data: JsonSchema;
    /**
     * Validates the parts of the request, calls the handler, and returns the data of the response.
     * @throws {HttpError} validation-failed, and the errors that the handler throws
     */
    readonly handle: (request: RouteRequest) => Promise<unknown>;
  };

/** Returns the whole path of a route, with parameters such as `:id`. */
export const fullPathOf = ({ base = '/api', path }: Pick<Route, 'base' | 'path'>): string => `${base}${path}`;

/** Returns true for all methods except GET. The body is read even if the route ignores it. */
export const readsBody = ({ method }: Route): boolean => method !== 'GET';

/**
 * Returns how API keys can use a route. A key passes by permissions only, so a route that requires a role refuses keys
 * unless a permission can replace the role.
 */
export function keyUseOf(access: Access & Pick<Route, 'method' | 'changesNothing'>): KeyUse {
  const use = access.method === 'GET' || access.changesNothing === true ? 'reads' : 'writes';
  if (access.access === 'optional') return use;
  if (access.access !== 'authorized') return access.access === 'authenticated' && access.acceptsKey ? use : 'refused';
  const { anyRole = [], anyPermission = [], allPermissions = [] } = access;
  return anyPermission.length > 0 || (allPermissions.length > 0 && anyRole.length === 0) ? use : 'refused';
}

/** Returns true if the route executes requests with the same `Idempotency-Key` only once. */
export const acceptsIdempotencyKey = ({ idempotencyKey = 'ignored' }: Route): boolean => idempotencyKey !== 'ignored';

/**
 * Creates a route. The compiler checks the handler against the request classes and the schema of its data.
 *
 * @example
 * const hello = route({
 *   method: 'GET',
 *   path: '/hello',
 *   operation: 'hello',
 *   summary: 'Say hello',
 *   access: 'public',
 *   data: schema.text,
 *   handle: async () => 'Hello',
 * });
 */
export function route<D, P = undefined, Q = undefined, B = undefined>(spec: Spec<P, Q, B, D>): Route {
  const paramsOf = part(spec.params, pathReader);
  const queryOf = part(spec.query, parameterReader);
  const bodyOf = part(spec.body, (requestClass) => (input: unknown) => readBody(requestClass, input, spec.ruleErrors));
  const handle = async (request: RouteRequest): Promise<unknown> => {
    const { url, client, ifMatch, session, reading, deciding, browser } = request;
    const params = paramsOf(request.params);
    const query = queryOf(url.querystring, () => url.query);
    const body = bodyOf(request.body);
    if ('read' in spec) {
      if (reading === undefined) throw unreachable(spec, 'views');
      const { caller, views, grants, etags } = reading;
      const isPrivileged = async (): Promise<boolean> => holdsAny(await grants());
      if (spec.access === 'optional') {
        const { roles, permissions } = spec.editors ?? nobody;
        const reach = async () => reachOf({ roles, permissions }, await grants(), caller?.id);
        return spec.read({ params, query, body, client, isEditor: isPrivileged, reach, etags }, views);
      }
      if (caller === undefined) throw unreachable(spec, 'a caller');
      const call = { params, query, body, client, caller, isPrivileged, grants };
      if (spec.access === 'authorized' || spec.acceptsKey) return spec.read(call, views);
      if (!hasSession(caller)) throw unreachable(spec, 'a session');
      return spec.read({ ...call, caller }, views);
    }
    if ('decide' in spec) {
      if (deciding === undefined) throw unreachable(spec, 'an access check');
      return spec.decide({ params, query, body, client, ...deciding });
    }
    if (spec.access === 'public') {
      if (browser === undefined) throw unreachable(spec, 'a browser');
      return spec.handle({ params, query, body, client, ...browser });
    }
    if (session === undefined) throw unreachable(spec, 'a session');
    const call = { params, query, body, client, ifMatch, ...session };
    if (spec.access === 'authorized' || spec.acceptsKey) return spec.handle(call);
    if (!hasSession(session.caller)) throw unreachable(spec, 'a session');
    return spec.handle({ ...call, caller: session.caller });
  };
  return { ...spec, ...('read' in spec && { reading: requirementOf(spec) }), handle };
}

/** The roles and permissions that a route with `read` requires. `keyUseOf` returns whether it accepts API keys. */
type RouteRequirement = Requirement & Pick<ReadRequirement, 'isOptional' | 'isDeferred'>;

function requirementOf(access: Access): RouteRequirement {
  switch (access.access) {
    case 'public':
      return {};
    case 'optional':
      return {
        ...optionalFor({ ...(access.editors ?? nobody), evaluatesConditions: true }),
        ...(access.rarelyAsksForEditors && { isDeferred: true }),
      };
    case 'authenticated':
      return access.privileged === undefined ? {} : optionalFor(access.privileged);
    case 'authorized':
      return access;
  }
}

const holdsAny = ({ roles, permissions }: Grants): boolean => roles.length + permissions.length > 0;

export const nobody: Privileged = { roles: [], permissions: [] };

/** Every caller may read. The check finds out which of the roles and permissions the caller has. */
const optionalFor = ({ roles, permissions, evaluatesConditions }: Privileged): RouteRequirement => ({
  anyRole: roles,
  anyPermission: permissions,
  ...(evaluatesConditions && { evaluatesConditions }),
  isOptional: true,
});

/** Returns the reader of a part of a request. For a part without a request class, the reader returns undefined. */
function part<T, Input extends unknown[]>(
  requestClass: RequestSchema<T> | undefined,
  readerOf: (requestClass: RequestSchema<T & object>) => (...input: Input) => T,
): (...input: Input) => T {
  return requestClass === undefined ? () => undefined as T : readerOf(requestClass as RequestSchema<T & object>);
}

const unreachable = ({ method, path }: { readonly method: string; readonly path: string }, missing: string): Error =>
  new Error(`${method} ${path} was reached without ${missing}.`);
