import { auditLogRoutes, documentationRoutes, healthRoutes, type Route } from '@portcullis/adapters-http';
import { nouns } from './nouns.ts';
import { READINESS } from './ports.ts';
import { valueOf, type Provider, type RouteSettings } from './provide.ts';

/** Every endpoint of the service. */
export function routesOf(from: Provider, settings: RouteSettings): readonly Route[] {
  const routes: readonly Route[] = [
    ...nouns.flatMap(({ routesFrom }) => routesFrom(from, settings)),
    ...auditLogRoutes,
    ...healthRoutes({ readiness: valueOf(from, READINESS), isServing: settings.isServing }),
    ...documentationRoutes(() => routes),
  ];
  return routes;
}
