import type { VisitorViews } from '@portcullis/application/internal/ports/access';
import type { Grants } from '@portcullis/domain/internal/access/access';
import type { Context } from 'koa';
import type { Authenticator } from '../checks/authenticator.ts';
import type { ReadRequirement } from '../checks/callers.ts';
import { etagsOf } from '../checks/conditional-requests.ts';
import { clientOf, prefersStrict } from '../checks/request-head.ts';
import type { RouteRequest } from '../routes/calls.ts';
import type { Route } from '../routes/route.ts';
import type { Admit } from './admission.ts';
import type { RouteMiddleware } from './middlewares.ts';
import type { SendResponse } from './send-response.ts';

/** The dependencies of routes with `read`. */
export interface ReadOptions {
  readonly authenticator: Authenticator;
  /** Limits how many requests are served at once. */
  readonly admit: Admit;
  /** Reads data for requests without a token. */
  readonly visitorViews: VisitorViews;
  readonly send: SendResponse;
}

const noGrants: Grants = { roles: [], permissions: [] };

/** Reads the data of a route with `read`: for the caller if the request has a token, otherwise for a visitor. */
export function readForCaller(route: Route, requirement: ReadRequirement, options: ReadOptions): RouteMiddleware {
  const { admit, visitorViews, send } = options;
  const readAsCaller = callerReader(route, requirement, options);
  return (ctx) => {
    const params: RouteRequest['params'] = ctx['params'];
    if (route.access !== 'optional' || (ctx.req.headers.authorization ?? '') !== '')
      return send(ctx, route, () => readAsCaller(ctx, params), true);
    const reading = { caller: undefined, views: visitorViews, grants: async () => noGrants, etags: etagsOf(ctx) };
    const isStrict = prefersStrict(ctx);
    const request: RouteRequest = { params, url: ctx.request, isStrict, client: clientOf(ctx), reading };
    return send(ctx, route, () => admit('reads', () => route.handle(request)), false);
  };
}

/** Returns the function that authenticates and authorizes a request with a token, and reads the data of the route. */
export const callerReader =
  (route: Route, requirement: ReadRequirement, { authenticator, admit }: ReadOptions) =>
  (ctx: Context, params: RouteRequest['params']): Promise<unknown> =>
    admit('reads', () => {
      const client = clientOf(ctx);
      return authenticator.checkAndRead(ctx, client, requirement, (caller, views, grants) => {
        ctx.state['userId'] = caller.id;
        const reading = { caller, views, grants, etags: undefined };
        return route.handle({ params, url: ctx.request, isStrict: prefersStrict(ctx), client: caller, reading });
      });
    });
