import type { Route } from './route.ts';

/**
 * Routes whose visitors without a token read through views of their own, which may be some seconds behind. Whoever writes
 * has a token: who has one reads what is.
 */
export function withPublicViews<Views>(
  current: Views,
  forPublic: Views,
  routesOver: (views: Views) => readonly Route[],
): readonly Route[] {
  const publicRoutes = routesOver(forPublic);
  return routesOver(current).map((route, index) => {
    const publicRoute = publicRoutes[index];
    if (route.access !== 'optional' || publicRoute === undefined) return route;
    return { ...route, answer: (call) => (call.caller === undefined ? publicRoute : route).answer(call) };
  });
}
