import { Router } from '@koa/router';
import { ContentChanged } from '@portcullis/application';
import { requireAccess, type UserId } from '@portcullis/domain';
import type { Context } from 'koa';
import { answerSender } from './answer.ts';
import type { LargeAnswerLimits } from './answer-places.ts';
import { networkOf } from '../checks/client-address.ts';
import { clientOf, type Gate, type Identified } from '../checks/gate.ts';
import { allowance, inTime, tookTooLong } from '../checks/in-time.ts';
import { jsonBody, type BodyLimits } from '../body/json-body.ts';
import type { JsonDecoder } from '../body/json-decoder.ts';
import type { RateLimits } from '../checks/rate-limit.ts';
import { readsBody, type Route } from '../routes/route.ts';
import { versionsKnownTo } from '../answers/versioned.ts';

export interface MountOptions {
  readonly gate: Gate;
  readonly limits: RateLimits;
  /** Of a route that does not say otherwise. */
  readonly bodyLimits: BodyLimits;
  /** For large bodies. */
  readonly decoder: JsonDecoder;
  /** What a request may wait for the store in all, in milliseconds, whatever it asks of it one after another. */
  readonly storeMs: number;
  readonly largeAnswers: LargeAnswerLimits;
  /**
   * Called before anything else is done for a request whose password is to be hashed; resolves when there is time for it.
   * @throws {EdgeRefusal} too-many-requests, when too many passwords wait already.
   * Default: every request is admitted at once.
   */
  readonly admitPassword?: () => Promise<void>;
}

/**
 * Puts the routes below `/api`. Each request goes through the checks in the order of the specification, section 5.3:
 * logged-in, limit, roles, permissions; only then is its body read.
 */
export function mount(routes: readonly Route[], options: MountOptions): Router {
  const { gate, limits, bodyLimits, decoder, storeMs, largeAnswers, admitPassword = () => Promise.resolve() } = options;
  const router = new Router({ prefix: '/api' });
  const send = answerSender(largeAnswers, storeMs);
  for (const route of routes) {
    const read = jsonBody(route.bodyLimits ?? bodyLimits, decoder);
    router.register(route.path, [route.method], async (ctx: Context) => {
      if (route.reading !== undefined) {
        const reading = gate.admit(ctx, route.reading, (caller, views) => {
          ctx.state['userId'] = caller.id;
          return route.answer({ caller, views, isEditor: false, known: undefined, ...partsOf(ctx) });
        });
        const sending = send(ctx, route, await inTime(reading, storeMs, tookTooLong), true);
        if (sending !== undefined) await sending;
        return;
      }
      const within = allowance(storeMs);
      const identifying = identify(ctx, route, gate);
      const identified = identifying && (await within(identifying));
      ctx.state['userId'] = identified?.caller.id;
      if (route.takesLong === 'password') await admitPassword();
      if (route.limit !== undefined) {
        const key = route.limit.per === 'caller' ? identified?.caller.id : networkOf(clientOf(ctx).ipAddress);
        const { headers } = await within(limits.count(route.limit, key ?? ''));
        ctx.set(headers);
      }
      if (route.who === 'holder' && identified !== undefined) requireAccess(route, identified.standing);
      if (readsBody(route)) await read(ctx);
      const call = {
        caller: identified?.caller,
        views: undefined,
        isEditor: (identified?.standing.roles.length ?? 0) > 0,
        known: identified === undefined ? versionsKnownTo(ctx) : undefined,
        ...partsOf(ctx),
      };
      const answer = async (): Promise<void> => {
        const answering = route.answer(call);
        const data = await (route.takesLong === undefined ? within(answering) : answering);
        const sending = send(ctx, route, data, identified !== undefined);
        if (sending !== undefined) await sending;
      };
      await answer().catch((error: unknown) => {
        // It was changed before the answer began, such as while it waited for its place.
        if (error instanceof ContentChanged) return answer();
        throw error;
      });
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
