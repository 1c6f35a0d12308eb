import cors from '@koa/cors';
import type { Router } from '@koa/router';
import Koa, { type Context, type Next } from 'koa';
import { EdgeRefusal } from '../answers/edge-refusal.ts';
import { failure } from '../answers/envelope.ts';
import { report } from '../answers/report.ts';
import { failureOf, requestIdOf, type Failure, type RequestEntry } from './request-entry.ts';
import { securityHeaders } from './security-headers.ts';
import { isAddressed, refuseUnfit } from '../checks/unfit.ts';

export interface AppOptions {
  readonly router: Router;
  /** Number of proxies in front, whose word about the client's address is believed. */
  readonly trustProxy: number;
  /** Origins whose pages may call; none unless listed. */
  readonly corsOrigins: readonly string[];
  readonly log: (entry: RequestEntry) => void;
  /** Whether each answer ends its connection, since the service is about to stop. */
  readonly hangsUp: () => boolean;
}

/** The HTTP application: every answer carries a request id and the envelope of the specification, section 2.1. */
export function createApp({ router, trustProxy, corsOrigins, log, hangsUp }: AppOptions): Koa {
  const app = new Koa({ proxy: trustProxy > 0, maxIpsCount: trustProxy });
  app.use(observe(log, hangsUp));
  if (corsOrigins.length > 0) app.use(crossOrigin(corsOrigins));
  app.use(refuseUnfit);
  app.use(router.routes());
  app.use(refuseUnrouted);
  return app;
}

const preflightSeconds = 600;

/** Decisions, section 0, `CORS_ORIGINS`. */
const crossOrigin = (origins: readonly string[]) =>
  cors({
    origin: (ctx) => (origins.includes(ctx.get('Origin')) ? ctx.get('Origin') : ''),
    allowMethods: 'GET,POST,PUT,PATCH,DELETE',
    allowHeaders: 'Authorization,Content-Type,X-Request-Id,If-None-Match',
    exposeHeaders: 'X-Request-Id,Retry-After,RateLimit,RateLimit-Policy,ETag',
    maxAge: preflightSeconds,
    keepHeadersOnError: false,
  });

/** Set past Koa, whose look at each is dearer than the header. */
const fixedHeaders = Object.entries(securityHeaders);

/** Names the request, turns whatever was thrown into an answer, and leaves one line in the log. */
function observe(log: AppOptions['log'], hangsUp: AppOptions['hangsUp']) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const start = performance.now();
    const requestId = requestIdOf(ctx.get('X-Request-Id'));
    ctx.set('X-Request-Id', requestId);
    for (const [name, value] of fixedHeaders) ctx.res.setHeader(name, value);
    let failed: Failure | undefined;
    try {
      await next();
    } catch (error) {
      answerError(ctx, error);
      failed = failureOf(error);
    }
    // By its next connection the client finds another process.
    if (hangsUp()) ctx.set('Connection', 'close');
    const entry = {
      requestId,
      method: ctx.method,
      route: ctx['_matchedRoute'],
      status: ctx.status,
      userId: ctx.state['userId'],
      durationMs: Math.round((performance.now() - start) * 1000) / 1000,
    };
    log(failed === undefined ? entry : { ...entry, ...failed, userId: entry.userId ?? failed.userId });
  };
}

function answerError(ctx: Context, error: unknown): void {
  const told = report(error);
  ctx.status = told.status;
  if (error instanceof EdgeRefusal) ctx.set(error.headers);
  ctx.set('Cache-Control', 'no-store');
  // A large answer may fail when its headers are set.
  ctx.remove('ETag');
  // What is left of a body that was refused unread is not waited for.
  if (!ctx.req.complete) ctx.set('Connection', 'close');
  ctx.body = failure(told, isAddressed(ctx.req) ? ctx.path : '');
}

function refuseUnrouted(ctx: Context): void {
  const matched: { readonly methods: readonly string[] }[] = ctx['matched'] ?? [];
  if (matched.length === 0) throw new EdgeRefusal('unknown-route', 'There is nothing at this address.');
  const allowed = [...new Set(matched.flatMap(({ methods }) => methods))].join(', ');
  throw new EdgeRefusal('method-not-allowed', `This address takes ${allowed}.`, { headers: { Allow: allowed } });
}
