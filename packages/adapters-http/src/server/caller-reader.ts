import type { Grants } from '@portcullis/domain/internal/access';
import type { Context } from 'koa';
import type { Admit } from '../checks/admission.ts';
import type { Authenticator } from '../checks/authenticator.ts';
import { clientOf } from '../checks/callers.ts';
import { prefersStrict } from '../checks/request-head.ts';
import type { RouteRequest } from '../routes/calls.ts';
import { keyUseOf, type Route } from '../routes/route.ts';
import { ageLimitOf } from './route-requirement.ts';

/** The options for reading as the caller of a request. */
export interface CallerReaderOptions {
  readonly authenticator: Authenticator;
  /** Limits how many requests are served at once. */
  readonly admit: Admit;
  /**
   * The maximum age of the last authentication for routes with `stepUp`, in seconds. Default: 0, which accepts any age
   * except for routes with `needsOwner`.
   */
  readonly stepUpMaxAge?: number;
}

export const noGrants: Grants = { roles: [], permissions: [] };

/** Reads the data of a route for the caller of the request. */
export type ReadAsCaller = (ctx: Context, params: RouteRequest['params']) => Promise<unknown>;

/**
 * Returns the function that authenticates and authorizes a request with a token, and reads the data of the route.
 * Returns undefined for a route without a `read` handler.
 */
export function callerReader(route: Route, options: CallerReaderOptions): ReadAsCaller | undefined {
  const { authenticator, admit, stepUpMaxAge } = options;
  if (route.reading === undefined) return undefined;
  const requirement = { ...route.reading, ...ageLimitOf(route, stepUpMaxAge), keyUse: keyUseOf(route) };
  return (ctx, params) =>
    admit('reads', () =>
      authenticator.checkAndRead(ctx, clientOf(ctx), requirement, (caller, views, grants) => {
        ctx.state['userId'] = caller.id;
        return route.handle({
          params,
          url: ctx.request,
          isStrict: prefersStrict(ctx),
          client: caller,
          reading: { caller, views, grants: async () => (await grants()) ?? noGrants, etags: undefined },
        });
      }),
    );
}
