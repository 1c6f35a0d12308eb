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
import { emptyProvider, valueOf, type Noun, type Provider, type RouteSettings } from './provide.ts';

/** Returns every endpoint of a service. `nouns` are its resources, each with use cases and routes. */
export function routesOf(nouns: readonly Noun[], from: Provider, settings: RouteSettings): readonly Route[] {
  const routes: readonly Route[] = [
    ...nouns.flatMap(({ routesFrom }) => routesFrom(from, settings)),
    ...eventRoutes,
    ...auditLogRoutes,
    ...overviewRoutes(settings),
    ...healthRoutes({ readiness: valueOf(from, READINESS), isServing: settings.isServing }),
    ...documentationRoutes(() => routes),
  ];
  return routes;
}

const unserved = (): never => {
  throw new Error('These routes are not served.');
};

/** Returns the endpoints without adapters, for callers that only read their descriptions and call no handler. */
export const describedRoutesOf = (nouns: readonly Noun[]): readonly Route[] =>
  routesOf(nouns, emptyProvider, {
    ...readConfig({}),
    isServing: () => true,
    systemState: unserved,
    loadDemo: unserved,
  });
