import type { Route } from './route.ts';

/**
 * Routes in which requests without a token use `forPublic`, whose data may be some seconds old. Writers have a token, so they
 * always read their own changes.
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
