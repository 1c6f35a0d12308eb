import type { VisitorViews } from '@portcullis/application/internal/ports/access';
import { ContentChanged } from '@portcullis/application/internal/ports/contents';
import { requireAccess, type Grants } from '@portcullis/domain/internal/access';
import type { Client } from '@portcullis/domain/internal/actor';
import type { Context } from 'koa';
import { reasonOf, wireErrorOf } from '../responses/error-table.ts';
import { HttpError, notReady } from '../responses/http-error.ts';
import { formBodyReader } from '../body/form-body.ts';
import { jsonBodyReader } from '../body/json-body.ts';
import { incomingForms, multipartMedia, noForm, type ReceiveForm } from '../body/multipart-body.ts';
import type { BodyLimits } from '../body/receive-body.ts';
import type { JsonDecoder } from '../body/json-decoder.ts';
import { requireRecentAuthentication, clientOf, type Authenticated, type Caller } from '../checks/callers.ts';
import { networkOf } from '../checks/client-address.ts';
import { etagsOf, ifMatchOf } from '../checks/conditional-requests.ts';
import type { Limit, RateLimits } from '../checks/rate-limit.ts';
import { prefersStrict } from '../checks/request-head.ts';
import { parseCookies } from '../checks/sign-in-cookies.ts';
import type { StandardForm } from '../routes/standard-form.ts';
import type { RouteRequest } from '../routes/calls.ts';
import { acceptsIdempotencyKey, keyUseOf, readsBody, type Route } from '../routes/route.ts';
import { grantsOfCaller } from './caller-grants.ts';
import { noGrants, type CallerReaderOptions, type ReadAsCaller } from './caller-reader.ts';
import { keyedRequests, type IdempotencyOptions } from './idempotency.ts';
import { accessOf, ageLimitOf } from './route-requirement.ts';
import type { SendResponse } from './send-response.ts';

/** The options that are the same for the requests to all routes. */
export interface PipelineOptions extends CallerReaderOptions {
  readonly limits: RateLimits;
  /** Reads data for requests without a token. */
  readonly visitorViews: VisitorViews;
  /** Limits on the bodies of routes that have no `bodyLimits`. */
  readonly bodyLimits: BodyLimits;
  readonly decoder: JsonDecoder;
  /** Receives forms with a file. Needed only for routes for `multipart/form-data`. */
  readonly receiveForm?: ReceiveForm;
  /** While `isServing` is false, only the routes with `isAlwaysServed` are served. */
  readonly state: { readonly isServing: boolean };
  /** Whether PATCH and DELETE requests to routes with `isConditional` need `If-Match`. Default: false. */
  readonly requiresIfMatch?: boolean;
  /**
   * Called for requests to routes with `waitsFor: 'password'`, before the rate limit counts the request and before the
   * body is read. The promise resolves when a password can be hashed. By default, requests do not wait.
   * @throws {HttpError} too-many-requests, if too many requests are already waiting
   */
  readonly admitPassword?: () => Promise<void>;
  /** Executes requests with an `Idempotency-Key` only once. By default, this header is ignored. */
  readonly idempotency?: IdempotencyOptions;
}

/**
 * Returns the function that handles the requests to a route. Each request passes the steps in the order of the last
 * function below (docs/interface.md §5). If the route has a `read` handler and the request has a token, `readAsCaller`
 * replaces all steps but the last one, because it sends the access check and the first query to the database in one
 * statement.
 * @param readAsCaller undefined for routes without a `read` handler
 * @param reread reads the resource of a response that was too large to be stored for its `Idempotency-Key`
 */
export function requestPipeline(
  route: Route,
  options: PipelineOptions,
  send: SendResponse,
  readAsCaller: ReadAsCaller | undefined,
  reread: ReadAsCaller | undefined,
): (ctx: Context) => Promise<void> {
  const { authenticator, limits, visitorViews, admit, admitPassword, idempotency, state } = options;
  const { requiresIfMatch = false, stepUpMaxAge = 0 } = options;
  const needsSession = route.access === 'authenticated' || route.access === 'authorized';
  const ageLimit = ageLimitOf(route, stepUpMaxAge);
  const requirement = { ...accessOf(route), ...ageLimit, keyUse: keyUseOf(route), credentials: route.credentials };
  const readBody = readsBody(route) ? bodyReaderOf(route, options) : undefined;
  const formOf = formReaderOf(route, options);
  const kind = readsBody(route) ? 'writes' : 'reads';
  const keyedRequestOf =
    idempotency && acceptsIdempotencyKey(route) ? keyedRequests(route, idempotency, admit, reread) : undefined;

  const requireService = (): void => {
    if (route.isAlwaysServed !== true && !state.isServing) throw notReady();
    if (route.closedWith !== undefined) throw route.closedWith();
  };

  const authenticate = async (ctx: Context, client: Client): Promise<Authenticated> => {
    const session = await admit('reads', () =>
      authenticator.authenticate(ctx, client, requirement, route.acceptsTicket),
    );
    ctx.state['userId'] = session.caller.id;
    return session;
  };

  const countCall = async (ctx: Context, limit: Limit, { ipAddress }: Client, caller?: Caller): Promise<void> => {
    const key = limit.per === 'caller' ? caller?.id : networkOf(ipAddress);
    const { headers } = await limits.count(limit, key ?? '');
    ctx.set(headers);
  };

  const requireRecent = ({ grants }: Authenticated, hasPassword = false): void => {
    if (!hasPassword || stepUpMaxAge > 0) requireRecentAuthentication(grants, ageLimit.maxAgeSeconds);
  };

  const authorize = (session: Authenticated): void => {
    if (route.access === 'authorized') requireAccess(route, session.grants);
    // The body of a route with `needsOwner` may contain the password, which is only known after the body was read.
    const isChecked = route.stepUp === true || route.stepUp === 'always';
    if (isChecked && ageLimit.maxAgeSeconds !== undefined) requireRecent(session, route.needsOwner);
  };

  /**
   * Executes the request again if a content has changed before the response began. This can happen, for example, while
   * a large response is waiting until other large responses have been sent.
   */
  const respond = async (
    ctx: Context,
    execute: () => Promise<unknown>,
    isPersonal: boolean,
    isRepeated = false,
  ): Promise<void> => {
    try {
      await send(ctx, route, await execute(), isPersonal);
    } catch (error) {
      if (isRepeated || !(error instanceof ContentChanged)) throw error;
      await respond(ctx, execute, isPersonal, true);
    }
  };

  return async (ctx) => {
    if (route.standard !== undefined) applyForm(ctx, route.standard);
    requireService();
    const params: RouteRequest['params'] = ctx['params'];
    if (readAsCaller !== undefined && (needsSession || ctx.get('Authorization') !== '')) {
      return respond(ctx, () => readAsCaller(ctx, params), true);
    }
    const client = clientOf(ctx);
    // A limit on addresses does not need the caller, so it also limits failed authentications.
    const isLimitedFirst = needsSession && route.limit?.per === 'address';
    if (isLimitedFirst) await countCall(ctx, route.limit, client);
    const session = needsSession ? await authenticate(ctx, client) : undefined;
    if (route.waitsFor === 'password') await admitPassword?.();
    if (route.limit !== undefined && !isLimitedFirst) await countCall(ctx, route.limit, client, session?.caller);
    if (session !== undefined) authorize(session);
    const ifMatch = route.isConditional ? ifMatchOf(ctx, requiresIfMatch) : undefined;
    const key = ctx.req.headers['idempotency-key'];
    const keyed = key === undefined || session === undefined ? undefined : keyedRequestOf?.(ctx, session.caller, key);
    const body = await readBody?.(ctx, keyed?.addToBody);
    const form = formOf?.(ctx) ?? noForm;
    const validateAndHandle = () =>
      route.handle({
        params,
        url: ctx.request,
        isStrict: prefersStrict(ctx),
        body,
        client,
        ifMatch,
        session: session && {
          caller: session.caller,
          form,
          requireRecent: requireRecent.bind(undefined, session),
          ...grantsOfCaller(authenticator, route, session),
        },
        reading: readAsCaller && { caller: undefined, views: visitorViews, grants: nothing, etags: etagsOf(ctx) },
        deciding: {
          header: (name) => ctx.get(name),
          authorize: (needed, read) =>
            authenticator
              .checkAndRead(ctx, client, needed, (caller, views) => {
                ctx.state['userId'] = caller.id;
                return read(caller, views);
              })
              .catch(throwWithChallenge),
        },
        browser: route.access === 'public' ? browserOf(ctx) : undefined,
      });
    const execute = () => {
      // A slow upload must not take the place of other requests. Its transaction and the processing of its file have
      // queues of their own.
      if (formOf !== undefined) return validateAndHandle();
      return keyed === undefined ? admit(kind, validateAndHandle) : keyed.execute(validateAndHandle);
    };
    return respond(ctx, execute, session !== undefined);
  };
}

function bodyReaderOf(
  { bodyMedia, bodyLimits }: Route,
  options: PipelineOptions,
): ReturnType<typeof jsonBodyReader> | undefined {
  if (bodyMedia === multipartMedia) return undefined;
  return bodyMedia === undefined
    ? jsonBodyReader(bodyLimits ?? options.bodyLimits, options.decoder)
    : formBodyReader(bodyLimits ?? options.bodyLimits);
}

function formReaderOf(
  { bodyMedia, bodyLimits }: Route,
  options: PipelineOptions,
): ReturnType<typeof incomingForms> | undefined {
  if (bodyMedia !== multipartMedia || options.receiveForm === undefined) return undefined;
  return incomingForms(bodyLimits ?? options.bodyLimits, options.receiveForm);
}

const printable = /^[ -~]{1,255}$/;

/** Lets errors have the form of the standard. Some standards also require that responses repeat any request id. */
function applyForm(ctx: Context, standard: StandardForm): void {
  ctx.state['standard'] = standard;
  const sent = ctx.get('X-Request-Id');
  if (standard.echoesRequestId !== true || !printable.test(sent)) return;
  ctx.set('X-Request-Id', sent);
  ctx.state['requestId'] = sent;
}

/**
 * Adds the header with which HTTP asks for a token (RFC 6750) to an error with the status 401. Gateways pass it on to
 * clients that know nothing of this service.
 */
function throwWithChallenge(error: unknown): never {
  if (!(error instanceof HttpError) || wireErrorOf(reasonOf(error.kind)).status !== 401) throw error;
  const challenge = error.kind === 'token-missing' ? 'Bearer' : 'Bearer error="invalid_token"';
  throw new HttpError(error.kind, error.message, { headers: { 'WWW-Authenticate': challenge } });
}

const nothing = async (): Promise<Grants> => noGrants;

const browserOf = (ctx: Context): RouteRequest['browser'] => ({
  cookies: () => parseCookies(ctx.get('Cookie')),
  header: (name) => ctx.get(name),
  isHead: ctx.method === 'HEAD',
  acceptedTypes: () => ctx.accepts(),
  prefersHtml: () => ctx.accepts('json', 'html') === 'html',
  logUser: (userId) => void (ctx.state['userId'] = userId),
});
