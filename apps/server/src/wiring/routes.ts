import { authzenRoutes, documentationRoutes, operationRoutes, type Route } from '@portcullis/adapters-http';
import { evaluationBodyLimits } from '../config/limits.ts';
import { withOwn } from './dependency-injection.ts';
import { allModules, describedServices, type ResourceModule, type RouteSettings, type Services } from './services.ts';

/** Returns every endpoint of a service, including those of `further` resources. */
export function routesOf(
  services: Services,
  settings: RouteSettings,
  further: readonly ResourceModule[] = [],
): readonly Route[] {
  const all = allModules(further);
  const ownEvents = all.flatMap(({ events = {} }) => Object.values(events));
  const use = withOwn(services, { ...settings, ownEvents });
  const ofModules = all.flatMap((module) => (module.routes ?? []).flatMap((routesWith) => routesWith(use)));
  const documentation = documentationRoutes(() => routes);
  const { evaluateAccess, config } = services;
  const decisions = authzenRoutes(
    { evaluateAccess, publicUrl: config.publicUrl, bodyLimits: evaluationBodyLimits },
    () => routes,
  );
  const routes: readonly Route[] = [
    ...ofModules,
    ...operationRoutes([...ofModules, ...decisions, ...documentation]),
    ...decisions,
    ...documentation,
  ];
  return routes;
}

const unserved = (): never => {
  throw new Error('These routes are not served.');
};

/** Returns the endpoints without adapters, for callers that only read their descriptions and call no handler. */
export const describedRoutesOf = (further: readonly ResourceModule[] = []): readonly Route[] =>
  routesOf(describedServices(), { isServing: () => true, systemState: unserved, loadDemo: unserved }, further);
