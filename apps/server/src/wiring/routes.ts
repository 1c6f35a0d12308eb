import { documentationRoutes } from '@portcullis/adapters-http/internal/openapi/documentation';
import { authzenRoutes } from '@portcullis/adapters-http/internal/routes/access/authzen';
import { operationRoutes } from '@portcullis/adapters-http/internal/routes/access/operations';
import type { Route } from '@portcullis/adapters-http/internal/routes/route';
import type { Reason } from '@portcullis/adapters-http/internal/responses/error-table';
import type { OwnViews } from '@portcullis/application/internal/ports/own-resources';
import type { ConsolePart } from '@portcullis/adapters-http/internal/routes/console';
import { readConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import * as limits from '../config/limits.ts';
import { builtInRoutes } from './built-in-routes.ts';
import { checkModules } from './check-modules.ts';
import { storesOf } from './module-parts.ts';
import type { ResourceModule } from './resource-module.ts';
import type { RouteSettings, Services } from './services.ts';

/**
 * Returns every endpoint of a service, including those of modules.
 * @throws {ConfigError} if two of them have the same operation id, the same method and path, or two request bodies of the
 * same name
 */
export function routesOf(
  services: Services,
  settings: RouteSettings,
  modules: readonly ResourceModule[] = [],
): readonly Route[] {
  const ownEvents = modules.flatMap(({ events = {} }) => Object.values(events));
  const consoleParts = modules.map((module) => module.console ?? {});
  const ownEntries = Object.entries(storesOf(modules)).flatMap(([name, { own }]) => {
    const views: OwnViews = Reflect.get(services, name);
    return own === undefined ? [] : { resource: own, views };
  });
  const use = { ...services, ...settings, ownEvents, ownEntries, consoleParts };
  const own = modules.flatMap(({ routes: factories = [] }) => factories.flatMap((routesWith) => routesWith(use)));
  const resources = [...builtInRoutes(use).map(refusingReferred(consoleParts)), ...own];
  const documentation = documentationRoutes(() => routes);
  const { evaluateAccess, config } = services;
  const decisions = authzenRoutes(
    { evaluateAccess, publicUrl: config.publicUrl, bodyLimits: limits.evaluationBodyLimits },
    () => routes,
  );
  const routes: readonly Route[] = [
    ...resources,
    ...operationRoutes([...resources, ...decisions, ...documentation]),
    ...decisions,
    ...documentation,
  ];
  if (modules.length > 0) checkUnique(routes);
  return routes;
}

/** The paths of the routes that delete what fields can refer to. */
const deletions: Readonly<Record<string, readonly string[]>> = {
  user: ['DELETE /users/:id'],
  role: ['DELETE /roles/:id'],
  content: ['DELETE /contents/:id', 'POST /contents/batch'],
  tag: ['DELETE /tags/:id'],
};

/** Adds the refusals of deletions to the routes of what the fields of modules refer to. */
function refusingReferred(consoleParts: readonly ConsolePart[]): (each: Route) => Route {
  const refusals = new Map<string, Set<Reason>>();
  for (const { to, onDelete, inUse } of consoleParts.flatMap(({ resources = [] }) =>
    resources.flatMap((each) => each.references),
  ))
    for (const path of (typeof to === 'string' && onDelete === 'refuse' && deletions[to]) || [])
      refusals.set(path, (refusals.get(path) ?? new Set()).add(inUse));
  return (each) => {
    const added = refusals.get(`${each.method} ${each.path}`);
    return added === undefined ? each : { ...each, refuses: [...(each.refuses ?? []), ...added] };
  };
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
export function describedRoutesOf(modules: readonly ResourceModule[] = []): readonly Route[] {
  checkModules(modules);
  // This configuration offers every route.
  const config = readConfig({ PUBLIC_URL: 'https://example.com', JWT_PRIVATE_KEY: 'only its presence matters' });
  const services = { config, registration: config.registration, ...limits } as Partial<Services> as Services;
  const unavailable = { systemState: unserved, checkInstallation: unserved, loadDemo: unserved, tokenKeys: unserved };
  return routesOf(services, { ...unavailable, isServing: () => true, issueAssertion: undefined }, modules);
}
