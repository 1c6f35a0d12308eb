import { Router } from '@koa/router';

/**
 * Koa middleware that dispatches requests to routes. OpenTelemetry instrumentation reads the routes from the property
 * `router` of this middleware.
 */
export type RoutesMiddleware = ReturnType<Router['routes']>;

const resourceIn = (path: string): string => path.split('/', 3)[2]?.toLowerCase() ?? '';

/**
 * Divides the routes by the first path segment after `/api`. Without this division, each request would be compared with
 * the routes of all resources. This comparison took 5 of the 70 µs of a request.
 */
export function dispatchByResource(router: Router): RoutesMiddleware {
  const resources = new Map<string, Router>();
  for (const layer of router.stack) {
    const name = resourceIn(String(layer.path));
    const resource = resources.get(name) ?? new Router();
    resource.stack.push(layer);
    resources.set(name, resource);
  }
  const dispatchers = new Map([...resources].map(([name, resource]) => [name, resource.routes()]));
  const dispatch = (...[ctx, next]: Parameters<RoutesMiddleware>): ReturnType<RoutesMiddleware> =>
    dispatchers.get(resourceIn(ctx.path))?.(ctx, next) ?? next();
  return Object.assign(dispatch, { router });
}
