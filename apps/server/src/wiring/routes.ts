import { documentationRoutes } from '@portcullis/adapters-http/internal/openapi/documentation';
import { authzenRoutes } from '@portcullis/adapters-http/internal/routes/authzen';
import { operationRoutes } from '@portcullis/adapters-http/internal/routes/operations';
import type { Route } from '@portcullis/adapters-http/internal/routes/route';
import { ConfigError } from '../config/config-error.ts';
import { evaluationBodyLimits } from '../config/limits.ts';
import { checkModules } from './check-modules.ts';
import { withOwn } from './dependency-injection.ts';
import { allModules, describedServices, type ResourceModule, type RouteSettings, type Services } from './services.ts';

/**
 * Returns every endpoint of a service, including those of `further` resources.
 * @throws {ConfigError} if two of them have the same operation id, the same method and path, or two request bodies of the
 * same name
 */
export function routesOf(
  services: Services,
  settings: RouteSettings,
  further: readonly ResourceModule[] = [],
): readonly Route[] {
  const all = allModules(further);
  const ownEvents = all.flatMap(({ events = {} }) => Object.values(events));
  const consoleParts = all.map((module) => module.console ?? {});
  const use = withOwn(services, { ...settings, ownEvents, consoleParts });
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
  if (further.length > 0) checkUnique(routes);
  return routes;
}

function checkUnique(routes: readonly Route[]): void {
  const seen = new Set<string>();
  const bodies = new Map<string, Route['body']>();
  for (const { operation, method, path, base = '/api', body } of routes) {
    const endpoint = `${method} ${base}${path.replaceAll(/:\w+/g, ':id')}`;
    const taken = [operation, endpoint].find((name) => seen.has(name));
    if (taken !== undefined) {
      throw new ConfigError(`Two modules, or a module and the service, have the route ${taken}: rename yours.`);
    }
    seen.add(operation).add(endpoint);
    if (body === undefined) continue;
    if ((bodies.get(body.name) ?? body) !== body)
      throw new ConfigError(`Two request classes have the name ${body.name}: rename yours.`);
    bodies.set(body.name, body);
  }
}

const unserved = (): never => {
  throw new Error('These routes are not served.');
};

/** Returns the endpoints without adapters, for callers that only read their descriptions and call no handler. */
export function describedRoutesOf(further: readonly ResourceModule[] = []): readonly Route[] {
  checkModules(further);
  return routesOf(
    describedServices(),
    { isServing: () => true, systemState: unserved, checkInstallation: unserved, loadDemo: unserved },
    further,
  );
}
