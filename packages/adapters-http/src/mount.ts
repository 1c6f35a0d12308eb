import { createHash } from 'node:crypto';
import { Router } from '@koa/router';
import { requireAccess } from '@portcullis/domain';
import type { Context } from 'koa';
import { success } from './envelope.ts';
import { clientOf, type Gate, type Identified } from './gate.ts';
import { jsonBody, type BodyLimits } from './json-body.ts';
import type { RateLimits } from './rate-limit.ts';
import type { Route } from './route.ts';

export interface MountOptions {
  readonly gate: Gate;
  readonly limits: RateLimits;
  /** Of a route that does not say otherwise. */
  readonly bodyLimits: BodyLimits;
}

const hasBody = (route: Route): boolean => route.method !== 'GET';

/**
 * Puts the routes below `/api`. Each request goes through the checks in the order of the specification, section 5.3:
 * logged-in, limit, roles, permissions; only then is its body read.
 */
export function mount(routes: readonly Route[], { gate, limits, bodyLimits }: MountOptions): Router {
  const router = new Router({ prefix: '/api' });
  for (const route of routes) {
    const read = jsonBody(route.bodyLimits ?? bodyLimits);
    router.register(route.path, [route.method], async (ctx: Context) => {
      const identified = await identify(ctx, route, gate);
      if (route.limit !== undefined) {
        const key = route.limit.per === 'caller' ? identified?.caller.id : clientOf(ctx).ipAddress;
        ctx.set(await limits.count(route.limit, key ?? ''));
      }
      if (route.who === 'holder' && identified !== undefined) requireAccess(route, identified.standing);
      if (hasBody(route)) await read(ctx);
      const data = await route.answer({
        params: ctx['params'],
        query: ctx.query,
        body: ctx.request.body,
        client: clientOf(ctx),
        caller: identified?.caller,
        isEditor: (identified?.standing.roles.length ?? 0) > 0,
      });
      answer(ctx, route, data, identified !== undefined);
    });
  }
  return router;
}

async function identify(ctx: Context, route: Route, gate: Gate): Promise<Identified | undefined> {
  switch (route.who) {
    case 'anyone':
      return undefined;
    case 'visitor':
      return gate.identifyVisitor(ctx, route.editors);
    case 'logged-in':
      return gate.identify(ctx, {});
    case 'holder':
      return gate.identify(ctx, route);
  }
}

/** Public reads may be kept and asked about again; what a token opens may not. */
function answer(ctx: Context, route: Route, data: unknown, isPersonal: boolean): void {
  ctx.status = route.status ?? 200;
  if (isPersonal || route.method !== 'GET') {
    ctx.set('Cache-Control', 'no-store');
  } else {
    ctx.set('Cache-Control', 'no-cache');
    ctx.vary('Authorization');
    const etag = `"${createHash('sha1').update(JSON.stringify(data)).digest('base64url')}"`;
    ctx.etag = `W/${etag}`;
    if (knows(ctx, etag)) {
      ctx.status = 304;
      return;
    }
  }
  ctx.body = success(data);
}

/** Whether the client has this version. Not `ctx.fresh`: that is never so for `fetch`, which adds `Cache-Control: no-cache`. */
function knows(ctx: Context, etag: string): boolean {
  const tags = ctx.get('If-None-Match').split(',');
  return tags.map((tag) => tag.trim().replace(/^W\//, '')).some((tag) => tag === etag || tag === '*');
}
