import { openSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import { Router } from '@koa/router';
import Koa, { type Context, type Next } from 'koa';
import { announce } from '../announce.ts';
import { requestId, securityHeaders } from './answer.ts';
import { connect } from './connections.ts';
import { routes } from './routes.ts';

const limitMs = 3700;
const logEveryMs = 10;

/** Returns the result of `work`, but rejects if `work` takes longer than `limitMs`. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The request took too long.')), limitMs);
    const settle =
      <Result>(then: (result: Result) => void) =>
      (result: Result): void => {
        clearTimeout(timer);
        then(result);
      };
    work.then(settle(resolve), settle(reject));
  });
}

/** Returns middleware that collects one log line for each request. Every 10 ms the lines are written to `/dev/null`. */
function logger(): Koa.Middleware {
  const file = openSync('/dev/null', 'w');
  let lines: string[] = [];
  setInterval(() => {
    if (lines.length > 0) writeSync(file, lines.join(''));
    lines = [];
  }, logEveryMs).unref();
  return async (ctx: Context, next: Next) => {
    const start = performance.now();
    await next();
    const { method, status } = ctx;
    const durationMs = performance.now() - start;
    lines.push(`${JSON.stringify({ time: Date.now(), method, route: ctx['_matchedRoute'], status, durationMs })}\n`);
  };
}

/**
 * Starts a second baseline. It runs the same handlers as the first baseline, but with Koa and @koa/router, which
 * Portcullis also uses, instead of plain `node:http`. Each request has a timeout and a log line. Comparing the two
 * baselines shows how much speed these additions cost.
 */
async function main(): Promise<void> {
  const { DATABASE_URL: url = '', JWT_SECRET: secret = '' } = process.env;
  const answer = routes(await connect(url), secret);
  const handle = async (ctx: Context): Promise<void> => {
    const { data, etag, headers = [] } = await inTime(answer(ctx.req));
    ctx.set('X-Request-Id', requestId(ctx.req));
    ctx.set(securityHeaders);
    for (let at = 0; at < headers.length; at += 2) ctx.set(headers[at] ?? '', headers[at + 1] ?? '');
    ctx.set('Cache-Control', etag === undefined ? 'no-store' : 'no-cache');
    if (etag !== undefined) ctx.set({ Vary: 'Authorization', ETag: etag });
    ctx.status = data === undefined ? 304 : 200;
    if (data === undefined) return;
    ctx.set('Content-Type', 'application/json; charset=utf-8');
    ctx.body = `{"code":0,"success":true,"data":${data},"message":"Success","timestamp":"${new Date().toISOString()}"}`;
  };
  const router = new Router({ prefix: '/api' });
  for (const path of ['/auth/permissions', '/permissions', '/permissions/:id', '/users/:id', '/menus/user-routes']) {
    router.get(path, handle);
  }
  router.get('/contents', handle).get('/contents/slug/:slug', handle);
  router.post('/auth/login', handle).put('/users/:id/roles', handle);
  const app = new Koa();
  app.use(logger()).use(router.routes());
  const take = app.callback();
  announce(
    createServer({ keepAliveTimeout: 65_000 }, (request, response) => void take(request, response)),
    'The baseline in Koa',
  );
}

await main();
