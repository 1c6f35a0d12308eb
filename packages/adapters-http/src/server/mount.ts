import { Router } from '@koa/router';
import { fullPathOf, type Route } from '../routes/route.ts';
import { callerReader } from './caller-reader.ts';
import type { LargeResponseLimits } from './large-response-slots.ts';
import { requestPipeline, type PipelineOptions } from './pipeline.ts';
import { responseSender } from './send-response.ts';

/** The settings of the steps of a request, and the limits on large responses. */
export interface MountOptions extends PipelineOptions {
  readonly largeResponses: LargeResponseLimits;
}

/**
 * Koa middleware that dispatches requests to routes. OpenTelemetry instrumentation reads the routes from the property
 * `router` of this middleware.
 */
export type RoutesMiddleware = ReturnType<Router['routes']>;

/** Creates the middleware for the routes. Each request to a route passes the steps of `requestPipeline`. */
export function mount(routes: readonly Route[], options: MountOptions): RoutesMiddleware {
  const send = responseSender(options.largeResponses);
  const readers = new Map(routes.map((route) => [route.operation, callerReader(route, options)]));
  const routers = new Map<string, Router>();
  for (const route of routes) {
    const { operation, method, idempotencyKey } = route;
    const path = fullPathOf(route);
    const reread = typeof idempotencyKey === 'object' ? readers.get(idempotencyKey.reread) : undefined;
    const resource = resourceIn(path);
    const router = routers.get(resource) ?? new Router();
    routers.set(resource, router);
    router.register(path, [method], requestPipeline(route, options, send, readers.get(operation), reread));
  }
  return dispatchByResource(routers);
}

/** Returns the path segments that name a resource, such as `/api/users` or `/media`. */
function resourceIn(path: string): string {
  const [, first = '', second = ''] = path.toLowerCase().split('/', 3);
  return first === 'api' ? `/api/${second}` : `/${first}`;
}

/**
 * Calls the router of the resource to which the path of a request belongs. A single router would compare each request
 * with all 148 paths: 11 to 16 µs instead of 5 to 8 µs, which is 5 % of the processor time of a short read.
 */
function dispatchByResource(routers: ReadonlyMap<string, Router>): RoutesMiddleware {
  const dispatchers = new Map([...routers].map(([resource, router]) => [resource, router.routes()]));
  const dispatch = (...[ctx, next]: Parameters<RoutesMiddleware>): ReturnType<RoutesMiddleware> =>
    dispatchers.get(resourceIn(ctx.path))?.(ctx, next) ?? next();
  const router = new Router();
  router.stack.push(...[...routers.values()].flatMap(({ stack }) => stack));
  return Object.assign(dispatch, { router });
}
