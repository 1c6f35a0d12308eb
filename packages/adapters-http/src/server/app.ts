import cors from '@koa/cors';
import { Router } from '@koa/router';
import Koa, { type Context, type Middleware, type Next } from 'koa';
import { HttpError, unknownRoute } from '../responses/http-error.ts';
import { failureOf, type Failure, type RequestEntry } from './request-entry.ts';
import { respondWithError } from './error-response.ts';
import { securityHeaders } from './security-headers.ts';
import { serveSite, type SiteOptions } from './site.ts';
import { hasValidTarget, rejectBadRequest, requestIdOf } from '../checks/request-head.ts';

/** The parts and settings of the Koa application. */
export interface AppOptions {
  /** The middleware that `mount` returns. */
  readonly router: RoutesMiddleware;
  /** Serves assistants. Default: there is no endpoint for them. */
  readonly agents?: Middleware | undefined;
  /** The pages that are served outside `/api`. Default: none. */
  readonly site?: SiteOptions;
  /** Number of trusted proxies. The client IP address is read from the `X-Forwarded-For` header of these proxies. */
  readonly trustProxy: number;
  /** Origins that may call the API from a browser. */
  readonly corsOrigins: readonly string[];
  readonly log: (entry: RequestEntry) => void;
  /** `closesConnections` is true while the service is shutting down. Each response then closes its connection. */
  readonly state: { readonly closesConnections: boolean };
}

/**
 * Creates the Koa application. Every response has a request id. JSON responses have the envelope (docs/interface.md
 * §2.1), except for each `RawResponse` and for the response of `/`.
 */
export function createApp({ router, agents, site, trustProxy, corsOrigins, log, state }: AppOptions): Koa {
  const app = new Koa({ proxy: trustProxy > 0, maxIpsCount: trustProxy });
  app.use(observe(log, state));
  if (corsOrigins.length > 0) app.use(crossOrigin(corsOrigins, agents !== undefined));
  app.use(rejectBadRequest);
  app.use(router);
  if (agents !== undefined) app.use(agents);
  if (site !== undefined) app.use(serveSite(site));
  app.use(rejectUnknownRoute);
  return app;
}

/**
 * Koa middleware that dispatches requests to routes. OpenTelemetry instrumentation reads the routes from the property
 * `router` of this middleware.
 */
export type RoutesMiddleware = ReturnType<Router['routes']>;

/** Returns the segments of a path that name a resource, such as `/api/users` or `/media`. Routes have no parameters there. */
export function resourceIn(path: string): string {
  const [, first = '', second = ''] = path.toLowerCase().split('/', 3);
  return first === 'api' ? `/api/${second}` : `/${first}`;
}

/**
 * Calls the router of the resource to which the path of a request belongs. A single router would compare the path with those
 * of all routes: with 230 routes, this takes 20 µs of processor time, a sixth of that of the shortest requests, and more with
 * each resource of a team.
 * @param routers by what `resourceIn` returns for the paths of their routes
 */
export function dispatchByResource<State>(routers: ReadonlyMap<string, Router<State>>): RoutesMiddleware {
  const dispatchers = new Map([...routers].map(([resource, router]) => [resource, router.routes()]));
  const dispatch = (...[ctx, next]: Parameters<RoutesMiddleware>): ReturnType<RoutesMiddleware> =>
    dispatchers.get(resourceIn(ctx.path))?.(ctx, next) ?? next();
  const router = new Router<State>();
  router.stack.push(...[...routers.values()].flatMap(({ stack }) => stack));
  return Object.assign(dispatch, { router });
}

const preflightSeconds = 600;
/** The headers of requests of assistants. */
const agentHeaders = 'Mcp-Protocol-Version,Mcp-Session-Id,Mcp-Method,Mcp-Name';

const crossOrigin = (origins: readonly string[], hasAgents: boolean) =>
  cors({
    origin: (ctx) => (origins.includes(ctx.get('Origin')) ? ctx.get('Origin') : ''),
    allowMethods: 'GET,POST,PUT,PATCH,DELETE',
    allowHeaders: `Authorization,Content-Type,X-Request-Id,If-None-Match,If-Match,Prefer,Last-Event-ID,Idempotency-Key${hasAgents ? `,${agentHeaders}` : ''}`,
    exposeHeaders: `X-Request-Id,Retry-After,RateLimit,RateLimit-Policy,ETag,Location,Idempotency-Replayed,WWW-Authenticate${hasAgents ? ',Mcp-Session-Id' : ''}`,
    maxAge: preflightSeconds,
    keepHeadersOnError: false,
  });

/** These headers are set on the Node response directly, because `ctx.set` is slower. */
const fixedHeaders = Object.entries(securityHeaders);

/** Assigns the request id, converts errors to responses, and logs one line for each request. */
function observe(log: AppOptions['log'], state: AppOptions['state']) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const start = performance.now();
    const requestId = requestIdOf(ctx.get('X-Request-Id'));
    ctx.set('X-Request-Id', requestId);
    ctx.state['requestId'] = requestId;
    for (const [name, value] of fixedHeaders) ctx.res.setHeader(name, value);
    let failed: Failure | undefined;
    try {
      await next();
    } catch (error) {
      respondWithError(ctx, error);
      failed = failureOf(error);
    }
    // During shutdown, each response closes its connection, so that the next request of the client goes to another
    // process.
    if (state.closesConnections) ctx.set('Connection', 'close');
    const route: string | undefined = ctx['_matchedRoute'];
    const respondedAt: number | undefined = ctx.state['respondedAt'];
    const end = performance.now();
    // A page of the site has a route, but its file may be missing.
    const isUnknown = (route === undefined || ctx.status === 404) && matchedBy(ctx).length === 0;
    const entry = {
      requestId: ctx.state['requestId'],
      method: ctx.method,
      route,
      path: isUnknown && hasValidTarget(ctx.req) ? ctx.path : undefined,
      status: ctx.status,
      userId: ctx.state['userId'],
      apiKeyId: ctx.state['apiKeyId'],
      durationMs: roundedMs((respondedAt ?? end) - start),
      openMs: respondedAt === undefined ? undefined : roundedMs(end - respondedAt),
    };
    log(failed === undefined ? entry : { ...entry, ...failed, userId: entry.userId ?? failed.userId });
  };
}

const roundedMs = (ms: number): number => Math.round(ms * 1000) / 1000;

/** Returns the routes with the path of the request, whatever their methods are. */
function matchedBy(ctx: Context): readonly { readonly methods: readonly string[] }[] {
  const matched: readonly { readonly methods: readonly string[] }[] | undefined = ctx['matched'];
  return matched ?? [];
}

function rejectUnknownRoute(ctx: Context): void {
  const matched = matchedBy(ctx);
  if (matched.length === 0) throw unknownRoute();
  const allowed = [...new Set(matched.flatMap(({ methods }) => methods))].join(', ');
  throw new HttpError('method-not-allowed', `This address takes ${allowed}.`, { headers: { Allow: allowed } });
}
