import { auditLogRoutes, documentationRoutes, healthRoutes, type Route } from '@portcullis/adapters-http';
import { READINESS } from './ports.ts';
import { valueOf, type Noun, type Provider, type RouteSettings } from './provide.ts';

/** Every endpoint of a service with these nouns. */
export function routesOf(nouns: readonly Noun[], from: Provider, settings: RouteSettings): readonly Route[] {
  const routes: readonly Route[] = [
    ...nouns.flatMap(({ routesFrom }) => routesFrom(from, settings)),
    ...auditLogRoutes,
    ...healthRoutes({ readiness: valueOf(from, READINESS), isServing: settings.isServing }),
    ...documentationRoutes(() => routes),
  ];
  return routes;
}
