import { Router } from '@koa/router';
import { ContentChanged, type RunOnce, type VisitorViews } from '@portcullis/application';
import { requireAccess, type Grants, type UserId } from '@portcullis/domain';
import type { Context } from 'koa';
import { responseSender, type SendResponse } from './send-response.ts';
import type { LargeResponseLimits } from './large-response-slots.ts';
import { dispatchByResource, type RoutesMiddleware } from './dispatch-by-resource.ts';
import { onceExecutor, type ReadResource } from './execute-once.ts';
import { networkOf } from '../checks/client-address.ts';
import { parseCookies } from '../checks/sign-in-cookies.ts';
import { clientOf, type Authenticated, type Authenticator, type ReadRequirement } from '../checks/authenticator.ts';
import type { Admit } from '../checks/admission.ts';
import { jsonBodyReader, type BodyLimits } from '../body/json-body.ts';
import type { JsonDecoder } from '../body/json-decoder.ts';
import type { RateLimits } from '../checks/rate-limit.ts';
import { acceptsIdempotencyKey, readsBody, type Route } from '../routes/route.ts';
import { requireRecentAuthentication } from '../checks/recent-authentication.ts';
import { requestHashOf } from '../checks/idempotency-key.ts';
import { ifMatchOf } from '../checks/if-match.ts';
import { etagsOf } from '../answers/etag.ts';
import { notReady } from '../answers/http-error.ts';

export interface MountOptions {
  readonly authenticator: Authenticator;
  readonly limits: RateLimits;
  /** Reads data for requests without a token. */
  readonly visitorViews: VisitorViews;
  /** Limits on the bodies of routes that have no `bodyLimits`. */
  readonly bodyLimits: BodyLimits;
  readonly decoder: JsonDecoder;
  /** Limits how many requests are served at once. */
  readonly admit: Admit;
  /** Returns false while only the routes with `isAlwaysServed` are served. Default: all routes are always served. */
  readonly isServing?: () => boolean;
  readonly largeAnswers: LargeResponseLimits;
  /** Whether PATCH and DELETE requests to routes with `isConditional` need `If-Match`. Default: false. */
  readonly requiresIfMatch?: boolean;
  /**
   * The maximum age of the last authentication for routes with `stepUp`, in seconds. Default: 0, which accepts any age
   * except for routes with `needsOwner`.
   */
  readonly stepUpMaxAge?: number;
  /**
   * Called for requests to routes with `waitsFor: 'password'`, before the rate limit counts the request and before the
   * body is read. The promise resolves when a password can be hashed. By default, requests do not wait.
   * @throws {HttpError} too-many-requests, if too many requests are already waiting
   */
  readonly admitPassword?: () => Promise<void>;
  /** Executes requests with an `Idempotency-Key` only once. By default, this header is ignored. */
  readonly idempotency?: {
    readonly runOnce: RunOnce;
    /** The key of the HMAC that is stored in place of a body. All processes must have the same key. */
    readonly bodySecret: Buffer;
  };
}

/**
 * Creates the middleware for the routes below `/api`. The checks run in this order: token, rate limit, roles,
 * permissions, recent authentication, `If-Match` (docs/interface.md §5). The body is read after these checks.
 */
export function mount(routes: readonly Route[], options: MountOptions): RoutesMiddleware {
  const { isServing = () => true } = options;
  const send = responseSender(options.largeAnswers);
  const router = new Router({ prefix: '/api' });
  const readers = new Map(routes.map((route) => [route.operation, callerReader(route, options)]));
  for (const route of routes) {
    const { idempotencyKey } = route;
    const reread = typeof idempotencyKey === 'object' ? readers.get(idempotencyKey.reread) : undefined;
    const answer = answerer(route, options, send, reread);
    const readForCaller = readers.get(route.operation);
    const respond = async (ctx: Context, read: ReadResource): Promise<void> => {
      const params: Readonly<Record<string, string>> = ctx['params'];
      const sending = send(ctx, route, await read(ctx, params), true);
      if (sending !== undefined) await sending;
    };
    router.register(route.path, [route.method], (ctx: Context) => {
      if (route.isAlwaysServed !== true && !isServing()) throw notReady();
      const isVisitor = route.access === 'optional' && ctx.get('Authorization') === '';
      return readForCaller === undefined || isVisitor ? answer(ctx) : retryIfChanged(() => respond(ctx, readForCaller));
    });
  }
  return dispatchByResource(router);
}

type Answer = (ctx: Context) => Promise<void>;

/**
 * Calls `answer` a second time if a content has changed before the response began. This can happen, for example, while
 * a large response is waiting until other large responses have been sent.
 */
async function retryIfChanged(answer: () => Promise<void>): Promise<void> {
  try {
    await answer();
  } catch (error) {
    if (!(error instanceof ContentChanged)) throw error;
    await answer();
  }
}

/**
 * Returns the function that reads the data of a route for requests with a token, or undefined for a route without
 * `read`. The access check and the first query are one statement.
 */
function callerReader(route: Route, options: MountOptions): ReadResource | undefined {
  const { authenticator, admit, visitorViews } = options;
  if (route.reading === undefined) return undefined;
  const requirement = { ...route.reading, ...ageLimitOf(route, options) };
  return (ctx, params) => {
    const reading = () =>
      authenticator.authorizeAndRead(ctx, requirement, (caller, views, grants) => {
        ctx.state['userId'] = caller.id;
        return route.answer({
          params,
          query: queryOf(ctx),
          body: undefined,
          client: caller,
          caller,
          ifMatch: undefined,
          requireRecent: () => undefined,
          views,
          visitorViews,
          isPrivileged: async () => holdsAny(await grants()),
          etags: undefined,
          logUser: () => undefined,
          cookies: () => new Map(),
          prefersHtml: () => false,
        });
      });
    return admit('reads', reading);
  };
}

/**
 * Returns the handler for all requests that `callerReader` does not handle. The checks run before the route is called.
 */
function answerer(route: Route, options: MountOptions, send: SendResponse, reread: ReadResource | undefined): Answer {
  const {
    authenticator,
    limits,
    bodyLimits,
    decoder,
    admit,
    visitorViews,
    admitPassword,
    requiresIfMatch = false,
    stepUpMaxAge = 0,
    idempotency,
  } = options;
  const ageLimit = ageLimitOf(route, options);
  const read = jsonBodyReader(route.bodyLimits ?? bodyLimits, decoder);
  const kind = readsBody(route) ? 'writes' : 'reads';
  const executeOnce = idempotency && onceExecutor(route, { runOnce: idempotency.runOnce, admit, readResource: reread });
  return async (ctx) => {
    if (route.closedWith !== undefined) throw route.closedWith();
    const authenticated = requiresToken(route)
      ? await admit('reads', () => authenticate(ctx, route, authenticator, ageLimit))
      : undefined;
    ctx.state['userId'] = authenticated?.caller.id;
    if (route.waitsFor === 'password') await admitPassword?.();
    const client = clientOf(ctx);
    if (route.limit !== undefined) {
      const key = route.limit.per === 'caller' ? authenticated?.caller.id : networkOf(client.ipAddress);
      const { headers } = await limits.count(route.limit, key ?? '');
      ctx.set(headers);
    }
    if (route.access === 'authorized' && authenticated !== undefined) requireAccess(route, authenticated.grants);
    const requireRecent = (hasPassword = false): void => {
      if (authenticated === undefined || (hasPassword && stepUpMaxAge === 0)) return;
      requireRecentAuthentication(authenticated.grants, ageLimit.maxAgeSeconds);
    };
    // The body of a route with `needsOwner` may contain the password, which is only known after the body was read.
    if (route.stepUp === true) requireRecent(route.needsOwner);
    const ifMatch = route.isConditional ? ifMatchOf(ctx, requiresIfMatch) : undefined;
    const requestHash =
      idempotency && authenticated && acceptsIdempotencyKey(route)
        ? requestHashOf(ctx, route, authenticated.caller, idempotency.bodySecret)
        : undefined;
    const body = readsBody(route) ? await read(ctx, requestHash?.addToBody) : undefined;
    const request = requestHash?.request();
    const call = {
      params: ctx['params'],
      query: queryOf(ctx),
      body,
      client,
      caller: authenticated?.caller,
      ifMatch,
      requireRecent,
      views: undefined,
      visitorViews,
      isPrivileged: async () => false,
      etags: etagsOf(ctx),
      cookies: () => parseCookies(ctx.get('Cookie')),
      prefersHtml: () => ctx.accepts('json', 'html') === 'html',
      logUser: (userId: UserId) => void (ctx.state['userId'] = userId),
    };
    await retryIfChanged(async () => {
      const answering = () => route.answer(call);
      const data =
        request === undefined || executeOnce === undefined
          ? await admit(kind, answering)
          : await executeOnce(ctx, request, answering);
      const sending = send(ctx, route, data, authenticated !== undefined);
      if (sending !== undefined) await sending;
    });
  };
}

type AgeLimit = Pick<ReadRequirement, 'maxAgeSeconds'>;

/** Maximum age of the last authentication for routes with `needsOwner`, in seconds. */
const ownerMaxAge = 900;

function ageLimitOf({ stepUp, needsOwner }: Route, { stepUpMaxAge = 0 }: MountOptions): AgeLimit {
  const limits = [...(stepUp && stepUpMaxAge > 0 ? [stepUpMaxAge] : []), ...(needsOwner ? [ownerMaxAge] : [])];
  return limits.length === 0 ? {} : { maxAgeSeconds: Math.min(...limits) };
}

const queryOf = (ctx: Context) => ({ text: ctx.querystring, parameters: () => ctx.query });

const holdsAny = ({ roles, permissions }: Grants = { roles: [], permissions: [] }): boolean =>
  roles.length + permissions.length > 0;

/** `callerReader` handles requests with a token to routes with optional access. */
const requiresToken = ({ access }: Route): boolean => access === 'authenticated' || access === 'authorized';

const authenticate = (
  ctx: Context,
  route: Route,
  authenticator: Authenticator,
  ageLimit: AgeLimit,
): Promise<Authenticated> =>
  route.access === 'authorized'
    ? authenticator.authenticate(ctx, { ...route, ...ageLimit })
    : authenticator.authenticate(ctx, ageLimit, route.acceptsTicket);
