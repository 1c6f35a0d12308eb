import {
  auditLogRoutes,
  documentationRoutes,
  eventRoutes,
  healthRoutes,
  overviewRoutes,
  type Route,
} from '@portcullis/adapters-http';
import { readConfig } from '../config/config.ts';
import { READINESS } from './ports.ts';
import {
  emptyResolver,
  resolvePort,
  type ResourceModule,
  type PortResolver,
  type RouteSettings,
} from './dependency-injection.ts';

/** Returns every endpoint of a service. `modules` are its resources, each with use cases and routes. */
export function routesOf(
  modules: readonly ResourceModule[],
  from: PortResolver,
  settings: RouteSettings,
): readonly Route[] {
  const routes: readonly Route[] = [
    ...modules.flatMap(({ routesFrom }) => routesFrom(from, settings)),
    ...eventRoutes,
    ...auditLogRoutes,
    ...overviewRoutes(settings),
    ...healthRoutes({ readiness: resolvePort(from, READINESS), isServing: settings.isServing }),
    ...documentationRoutes(() => routes),
  ];
  return routes;
}

const unserved = (): never => {
  throw new Error('These routes are not served.');
};

/** Returns the endpoints without adapters, for callers that only read their descriptions and call no handler. */
export const describedRoutesOf = (modules: readonly ResourceModule[]): readonly Route[] =>
  routesOf(modules, emptyResolver, {
    ...readConfig({}),
    isServing: () => true,
    systemState: unserved,
    loadDemo: unserved,
  });
