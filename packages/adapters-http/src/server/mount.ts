import { Router } from '@koa/router';
import { ContentChanged } from '@portcullis/application';
import { requireAccess, type UserId } from '@portcullis/domain';
import type { Context } from 'koa';
import { answerSender } from './answer.ts';
import type { LargeAnswerLimits } from './answer-places.ts';
import { networkOf } from '../checks/client-address.ts';
import { clientOf, type Authenticator, type Authenticated } from '../checks/authenticator.ts';
import { timeBudget, withTimeout, storeTimeout } from '../checks/timeouts.ts';
import { jsonBody, type BodyLimits } from '../body/json-body.ts';
import type { JsonDecoder } from '../body/json-decoder.ts';
import type { RateLimits } from '../checks/rate-limit.ts';
import { readsBody, type Route } from '../routes/route.ts';
import { etagsOf } from '../answers/etag.ts';

export interface MountOptions {
  readonly authenticator: Authenticator;
  readonly limits: RateLimits;
  /** For routes without limits of their own. */
  readonly bodyLimits: BodyLimits;
  /** Decodes large bodies. */
  readonly decoder: JsonDecoder;
  /** The total time, in milliseconds, that a request may wait for the store, over all of its queries. */
  readonly storeMs: number;
  readonly largeAnswers: LargeAnswerLimits;
  /**
   * Called before anything else is done for a request whose password is to be hashed; resolves when there is time for it.
   * @throws {HttpError} too-many-requests, when too many passwords wait already.
   * Default: every request is admitted at once.
   */
  readonly admitPassword?: () => Promise<void>;
}

/**
 * Mounts the routes below `/api`. The checks run in the order of docs/interface.md §5: token, rate limit, roles, permissions.
 * The body is read after them.
 */
export function mount(routes: readonly Route[], options: MountOptions): Router {
  const {
    authenticator,
    limits,
    bodyLimits,
    decoder,
    storeMs,
    largeAnswers,
    admitPassword = () => Promise.resolve(),
  } = options;
  const router = new Router({ prefix: '/api' });
  const send = answerSender(largeAnswers, storeMs);
  for (const route of routes) {
    const read = jsonBody(route.bodyLimits ?? bodyLimits, decoder);
    router.register(route.path, [route.method], async (ctx: Context) => {
      if (route.reading !== undefined) {
        const reading = authenticator.authorizeAndRead(ctx, route.reading, (caller, views) => {
          ctx.state['userId'] = caller.id;
          return route.answer({ caller, views, isEditor: false, etags: undefined, ...partsOf(ctx) });
        });
        const sending = send(ctx, route, await withTimeout(reading, storeMs, storeTimeout), true);
        if (sending !== undefined) await sending;
        return;
      }
      const within = timeBudget(storeMs);
      const authenticating = authenticate(ctx, route, authenticator);
      const authenticated = authenticating && (await within(authenticating));
      ctx.state['userId'] = authenticated?.caller.id;
      if (route.waitsFor === 'password') await admitPassword();
      if (route.limit !== undefined) {
        const key = route.limit.per === 'caller' ? authenticated?.caller.id : networkOf(clientOf(ctx).ipAddress);
        const { headers } = await within(limits.count(route.limit, key ?? ''));
        ctx.set(headers);
      }
      if (route.access === 'authorized' && authenticated !== undefined) requireAccess(route, authenticated.grants);
      if (readsBody(route)) await read(ctx);
      const call = {
        caller: authenticated?.caller,
        views: undefined,
        isEditor: (authenticated?.grants.roles.length ?? 0) > 0,
        etags: authenticated === undefined ? etagsOf(ctx) : undefined,
        ...partsOf(ctx),
      };
      const answer = async (): Promise<void> => {
        const answering = route.answer(call);
        const data = await (route.waitsFor === undefined ? within(answering) : answering);
        const sending = send(ctx, route, data, authenticated !== undefined);
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

/** Spread these last: V8 creates objects on a slow path when members follow a spread. */
const partsOf = (ctx: Context) => ({
  params: ctx['params'],
  query: { text: ctx.querystring, parameters: () => ctx.query },
  body: ctx.request.body,
  client: clientOf(ctx),
  logUser: (userId: UserId) => void (ctx.state['userId'] = userId),
});

/**
 * Authenticates the request if the route requires or accepts a token. Returns undefined for public routes and for requests
 * without a token.
 */
function authenticate(ctx: Context, route: Route, authenticator: Authenticator): Promise<Authenticated> | undefined {
  switch (route.access) {
    case 'public':
      return undefined;
    case 'optional':
      return authenticator.authenticateOptional(ctx, route.editors);
    case 'authenticated':
      return authenticator.authenticate(ctx, {});
    case 'authorized':
      return authenticator.authenticate(ctx, route);
  }
}
