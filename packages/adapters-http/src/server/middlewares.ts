import { requireAccess } from '@portcullis/domain/internal/access/access';
import type { VersionCondition } from '@portcullis/domain/internal/shared/version';
import type { Context, Middleware } from 'koa';
import { formBodyReader } from '../body/form-body.ts';
import { jsonBodyReader } from '../body/json-body.ts';
import type { JsonDecoder } from '../body/json-decoder.ts';
import { multipartMedia } from '../body/multipart-body.ts';
import type { BodyLimits } from '../body/receive-body.ts';
import { requireRecentAuthentication, type Authenticator } from '../checks/authenticator.ts';
import type { Authenticated, CallerRequirement } from '../checks/callers.ts';
import { networkOf } from '../checks/client-address.ts';
import { ifMatchOf } from '../checks/conditional-requests.ts';
import type { Limit, RateLimits } from '../checks/rate-limit.ts';
import { clientOf } from '../checks/request-head.ts';
import { acceptsIdempotencyKey, readsBody, type Route } from '../routes/route.ts';
import type { Admit } from './admission.ts';
import { keyedRequest, type IdempotencyOptions, type KeyedCall } from './idempotency.ts';

/** What the middlewares of a route find out about a request, for those after them. */
export interface RequestState {
  /** The caller, after the access check. */
  session?: Authenticated;
  ifMatch?: VersionCondition | undefined;
  /** Set if the request has an `Idempotency-Key` that the route accepts. */
  keyed?: KeyedCall;
  body?: unknown;
}

/** A middleware of a route. */
export type RouteMiddleware = Middleware<RequestState>;

/** The options of the middlewares that are the same for all routes. */
export interface MiddlewareOptions {
  /** Limits on the bodies of routes that have no `bodyLimits`. */
  readonly bodyLimits: BodyLimits;
  readonly decoder: JsonDecoder;
  /** Whether PATCH and DELETE requests to routes with `isConditional` need `If-Match`. */
  readonly requiresIfMatch: boolean;
  /** Executes requests with an `Idempotency-Key` only once. */
  readonly idempotency: IdempotencyOptions;
}

/** @throws {HttpError} too-many-requests */
export function limitCalls(limits: RateLimits, limit: Limit): RouteMiddleware {
  return async (ctx, next) => {
    const key = limit.per === 'caller' ? ctx.state.session?.caller.id : networkOf(clientOf(ctx).ipAddress);
    const { headers } = await limits.count(limit, key ?? '');
    ctx.set(headers);
    await next();
  };
}

/** @throws {HttpError} the errors of `Authenticator.authenticate` */
export function authenticate(
  { acceptsTicket }: Route,
  requirement: CallerRequirement,
  authenticator: Authenticator,
  admit: Admit,
): RouteMiddleware {
  return async (ctx, next) => {
    const session = await admit('reads', () =>
      authenticator.authenticate(ctx, clientOf(ctx), requirement, acceptsTicket),
    );
    ctx.state.session = session;
    (ctx as Context).state['userId'] = session.caller.id;
    await next();
  };
}

/** Waits until a password can be hashed. @throws {HttpError} too-many-requests */
export function waitForPassword(admitPassword: () => Promise<void>): RouteMiddleware {
  return async (_ctx, next) => {
    await admitPassword();
    await next();
  };
}

/**
 * Checks the roles, the permissions, and how recent the authentication of the caller is.
 * @throws {BusinessError} role-required, permission-required
 * @throws {HttpError} step-up-required
 */
export function authorize(route: Route, { maxAgeSeconds }: CallerRequirement, stepUpMaxAge: number): RouteMiddleware {
  // The body of a route with `needsOwner` may contain the password, which is only known after the body was read.
  const isChecked =
    (route.stepUp === true || route.stepUp === 'always') && (route.needsOwner !== true || stepUpMaxAge > 0);
  return (ctx, next) => {
    const { grants } = sessionOf(ctx.state);
    if (route.access === 'authorized') requireAccess(route, grants);
    if (isChecked) requireRecentAuthentication(grants, maxAgeSeconds);
    return next();
  };
}

/** Returns the caller of a request to a route that needs a session. */
function sessionOf({ session }: RequestState): Authenticated {
  if (session === undefined) throw new Error('The route has no caller.');
  return session;
}

/** Reads `If-Match` and `Idempotency-Key`. @throws {HttpError} validation-failed, if-match-missing */
export function readConditions(
  route: Route,
  { requiresIfMatch, idempotency }: MiddlewareOptions,
): RouteMiddleware | false {
  const beginKeyed = acceptsIdempotencyKey(route) ? keyedRequest(route, idempotency) : undefined;
  if (beginKeyed === undefined && route.isConditional !== true) return false;
  return (ctx, next) => {
    if (route.isConditional) ctx.state.ifMatch = ifMatchOf(ctx, requiresIfMatch);
    const key = ctx.req.headers['idempotency-key'];
    const { session } = ctx.state;
    if (key !== undefined && session !== undefined && beginKeyed !== undefined)
      ctx.state.keyed = beginKeyed(ctx, session.caller, key);
    return next();
  };
}

/**
 * Reads the body, except a `multipart/form-data` form, which the handler reads.
 * @throws {HttpError} unsupported-media-type, body-too-large, body-too-slow, malformed-body
 */
export function receiveBody(route: Route, options: MiddlewareOptions): RouteMiddleware | false {
  if (!readsBody(route) || route.bodyMedia === multipartMedia) return false;
  const limits = route.bodyLimits ?? options.bodyLimits;
  const read = route.bodyMedia === undefined ? jsonBodyReader(limits, options.decoder) : formBodyReader(limits);
  return async (ctx, next) => {
    ctx.state.body = await read(ctx, ctx.state.keyed?.addToBody);
    await next();
  };
}
