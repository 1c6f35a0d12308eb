import { Router } from '@koa/router';
import type { RateLimits } from '../checks/rate-limit.ts';
import { requirementOf } from '../routes/route-access.ts';
import { fullPathOf, type Route } from '../routes/route.ts';
import { requireService } from './admission.ts';
import { dispatchByResource, resourceIn, type RoutesMiddleware } from './app.ts';
import { handleRequest, type HandlerOptions } from './handle.ts';
import type { LargeResponseLimits } from './large-response-slots.ts';
import * as step from './middlewares.ts';
import { readForCaller } from './read.ts';
import { responseSender } from './send-response.ts';

/** The settings of the middlewares, and the limits on large responses. */
export interface MountOptions extends Omit<HandlerOptions, 'send'> {
  readonly largeResponses: LargeResponseLimits;
  readonly limits: RateLimits;
  /** While `isServing` is false, only the routes with `isAlwaysServed` are served. */
  readonly state: { readonly isServing: boolean };
  /**
   * Called for requests to routes with `waitsFor: 'password'`, before the rate limit counts the request and before the
   * body is read. The promise resolves when a password can be hashed.
   * @throws {HttpError} too-many-requests, if too many requests are already waiting
   */
  readonly admitPassword: () => Promise<void>;
}

/** Creates the middleware for the routes. Each resource has a router of its own. */
export function mount(routes: readonly Route[], options: MountOptions): RoutesMiddleware {
  const send = responseSender(options.largeResponses);
  const routers = new Map<string, Router<step.RequestState>>();
  for (const route of routes) {
    const path = fullPathOf(route);
    const resource = resourceIn(path);
    const router = routers.get(resource) ?? new Router<step.RequestState>();
    routers.set(resource, router);
    router.register(path, [route.method], middlewaresOf(route, routes, { ...options, send }));
  }
  return dispatchByResource(routers);
}

/**
 * Returns the middlewares of a route, in the order in which each request passes them (docs/interface.md §5). Checks come
 * before the body, so that the body of a refused request is never parsed.
 */
function middlewaresOf(
  route: Route,
  routes: readonly Route[],
  options: HandlerOptions & Omit<MountOptions, 'largeResponses'>,
): step.RouteMiddleware[] {
  const { authenticator, limits, admit, state } = options;
  const requirement = requirementOf(route, options.stepUpMaxAge);
  const serve = requireService(route, state);
  if (route.reads) return [serve, readForCaller(route, requirement, options)];
  const needsSession = route.access === 'authenticated' || route.access === 'authorized';
  return [
    serve,
    needsSession && route.limit?.per === 'address' && step.limitCalls(limits, route.limit),
    needsSession && step.authenticate(route, requirement, authenticator, admit),
    route.waitsFor === 'password' && step.waitForPassword(options.admitPassword),
    route.limit !== undefined &&
      !(needsSession && route.limit.per === 'address') &&
      step.limitCalls(limits, route.limit),
    needsSession && step.authorize(route, requirement, options.stepUpMaxAge),
    step.readConditions(route, options),
    step.receiveBody(route, options),
    handleRequest(route, requirement, { ...options, reread: rereadOf(route, routes) }),
  ].filter((each) => each !== false);
}

/** Returns the route that reads the resource of a response that was too large to be stored for its `Idempotency-Key`. */
const rereadOf = ({ idempotencyKey }: Route, routes: readonly Route[]): Route | undefined =>
  typeof idempotencyKey === 'object' ? routes.find(({ operation }) => operation === idempotencyKey.reread) : undefined;
