import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Router } from '@koa/router';
import { requireAccess, type UserId } from '@portcullis/domain';
import type { Context } from 'koa';
import { successAround } from './envelope.ts';
import { clientOf, type Gate, type Identified } from './gate.ts';
import { allowance, inTime, tookTooLong } from './in-time.ts';
import { jsonOf } from './json-text.ts';
import { jsonBody, type BodyLimits } from './json-body.ts';
import type { JsonDecoder } from './json-decoder.ts';
import { isLarge, largeAnswer } from './large-answer.ts';
import type { RateLimits } from './rate-limit.ts';
import { readsBody, type Route } from './route.ts';
import { Verbatim } from './verbatim.ts';
import { knows, Versioned, versionsKnownTo } from './versioned.ts';

export interface MountOptions {
  readonly gate: Gate;
  readonly limits: RateLimits;
  /** Of a route that does not say otherwise. */
  readonly bodyLimits: BodyLimits;
  /** For large bodies. */
  readonly decoder: JsonDecoder;
  /** What a request may wait for the store in all, in milliseconds, whatever it asks of it one after another. */
  readonly storeMs: number;
  /**
   * Called before anything else is done for a request whose password is to be hashed; resolves when there is time for it.
   * @throws {EdgeRefusal} too-many-requests, when too many passwords wait already.
   */
  readonly admitPassword: () => Promise<void>;
}

/**
 * Puts the routes below `/api`. Each request goes through the checks in the order of the specification, section 5.3:
 * logged-in, limit, roles, permissions; only then is its body read.
 */
export function mount(routes: readonly Route[], options: MountOptions): Router {
  const { gate, limits, bodyLimits, decoder, storeMs, admitPassword } = options;
  const router = new Router({ prefix: '/api' });
  for (const route of routes) {
    const read = jsonBody(route.bodyLimits ?? bodyLimits, decoder);
    router.register(route.path, [route.method], async (ctx: Context) => {
      if (route.reading !== undefined) {
        const reading = gate.admit(ctx, route.reading, (caller, views) => {
          ctx.state['userId'] = caller.id;
          return route.answer({ caller, views, isEditor: false, known: undefined, ...partsOf(ctx) });
        });
        answer(ctx, route, await inTime(reading, storeMs, tookTooLong), true);
        return;
      }
      const within = allowance(storeMs);
      const identifying = identify(ctx, route, gate);
      const identified = identifying && (await within(identifying));
      ctx.state['userId'] = identified?.caller.id;
      if (route.takesLong === 'password') await admitPassword();
      if (route.limit !== undefined) {
        const key = route.limit.per === 'caller' ? identified?.caller.id : clientOf(ctx).ipAddress;
        const { headers } = await within(limits.count(route.limit, key ?? ''));
        ctx.set(headers);
      }
      if (route.who === 'holder' && identified !== undefined) requireAccess(route, identified.standing);
      if (readsBody(route)) await read(ctx);
      const answering = route.answer({
        caller: identified?.caller,
        views: undefined,
        isEditor: (identified?.standing.roles.length ?? 0) > 0,
        known: identified === undefined ? versionsKnownTo(ctx) : undefined,
        ...partsOf(ctx),
      });
      const data = await (route.takesLong === undefined ? within(answering) : answering);
      answer(ctx, route, data, identified !== undefined);
    });
  }
  return router;
}

/** To be spread last: members that follow a spread cost V8 a slow path, and leave garbage that grows old. */
const partsOf = (ctx: Context) => ({
  params: ctx['params'],
  query: { text: ctx.querystring, parameters: () => ctx.query },
  body: ctx.request.body,
  client: clientOf(ctx),
  introduce: (userId: UserId) => void (ctx.state['userId'] = userId),
});

/** Of a route that asks who comes; nothing to wait for where it does not, or nobody says. */
function identify(ctx: Context, route: Route, gate: Gate): Promise<Identified> | undefined {
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
  const { headers, body, version } = writingOf(data);
  ctx.status = route.status ?? 200;
  // With every answer, 304 too: a browser that keeps a page takes its headers from the newest.
  if (data instanceof Verbatim) ctx.set(headers);
  if (isPersonal || route.method !== 'GET') {
    ctx.set('Cache-Control', 'no-store');
  } else {
    ctx.set('Cache-Control', 'no-cache');
    ctx.vary('Authorization');
    const current = version();
    if (current !== undefined) ctx.set('ETag', `W/"${current}"`);
    if (current !== undefined && knows(ctx, current)) {
      ctx.status = 304;
      return;
    }
  }
  ctx.set(headers);
  ctx.body = body();
}

const json = { 'Content-Type': 'application/json; charset=utf-8' };

const sha1 = (written: string | Buffer): string => hash('sha1', written, 'base64url');

interface Writing {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: () => string | Buffer | Readable;
  /** Tells an answer from another; nothing for megabytes that bring no version: it would take their digest. */
  readonly version: () => string | undefined;
}

function writingOf(data: unknown): Writing {
  if (data instanceof Verbatim) {
    return { headers: data.headers, body: () => data.body, version: () => sha1(data.body) };
  }
  if (data instanceof Versioned) return { ...writingOf(data.data), version: () => data.version };
  if (isLarge(data)) return { headers: json, body: () => largeAnswer(data), version: () => undefined };
  const text = jsonOf(data);
  return { headers: json, body: () => successAround().join(text), version: () => sha1(text) };
}
