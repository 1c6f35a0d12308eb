import { documentationRoutes } from '@portcullis/adapters-http/internal/openapi/documentation';
import { authzenRoutes } from '@portcullis/adapters-http/internal/routes/access/authzen';
import { operationRoutes } from '@portcullis/adapters-http/internal/routes/access/operations';
import type { Route } from '@portcullis/adapters-http/internal/routes/route';
import type { Reason } from '@portcullis/adapters-http/internal/responses/error-table';
import type { OwnViews } from '@portcullis/application/internal/ports/own-resources';
import type { OwnReference } from '@portcullis/domain/internal/own-fields';
import type { OwnResource } from '@portcullis/domain/internal/own-resource';
import type { ConsolePart } from '@portcullis/adapters-http/internal/routes/console';
import { readConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import * as limits from '../config/limits.ts';
import { builtInRoutes } from './built-in-routes.ts';
import { checkModules } from './check-modules.ts';
import { eventsOf, storesOf } from './module-parts.ts';
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
  const ownEvents = eventsOf(modules);
  const consoleParts = modules.map((module) => module.console ?? {});
  const mediaEntries = Object.entries(storesOf(modules)).flatMap(([name, { own }]) => {
    const views: OwnViews = Reflect.get(services, name);
    return own?.references.some(({ to }) => to === 'media') ? { resource: own, views } : [];
  });
  const use = { ...services, ...settings, ownEvents, mediaEntries, consoleParts };
  const own = modules.flatMap(({ routes: factories = [] }) => factories.flatMap((routesWith) => routesWith(use)));
  const resources = [...builtInRoutes(use), ...own].map(refusingReferred(consoleParts));
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
  category: ['DELETE /categories/:id'],
  tag: ['DELETE /tags/:id'],
  media: ['DELETE /media/:id'],
};

/** A reference, and the name of the resource that has it. */
type Referring = Pick<OwnResource, 'name'> & OwnReference;

/** Returns the refusals of the deletion of something by what refers to it, and to the entries that are removed with it. */
function refusalsOf(
  target: string,
  referring: readonly Referring[],
  removed: ReadonlySet<string> = new Set(),
): readonly Reason[] {
  return referring.flatMap(({ name, to, onDelete, inUse }): Reason | readonly Reason[] => {
    if ((typeof to === 'string' ? to : to.name) !== target) return [];
    if (onDelete === 'refuse') return inUse;
    return onDelete === 'clear' || removed.has(name) ? [] : refusalsOf(name, referring, new Set([...removed, name]));
  });
}

/** Adds the refusals of deletions to the routes that delete what the fields of modules refer to. */
function refusingReferred(consoleParts: readonly ConsolePart[]): (each: Route) => Route {
  const resources = consoleParts.flatMap((each) => each.resources ?? []);
  const referring = resources.flatMap(({ name, references }) => references.map((each) => ({ name, ...each })));
  const own = resources.map(({ name, path }) => [name, [`DELETE ${path}/:id`]] as const);
  const refusals = new Map(
    [...Object.entries(deletions), ...own].flatMap(([target, paths]) =>
      paths.map((path) => [path, refusalsOf(target, referring)] as const),
    ),
  );
  return (each) => {
    const { refuses = [], method, path } = each;
    const added = refusals.get(`${method} ${path}`) ?? [];
    return added.length === 0 ? each : { ...each, refuses: [...new Set([...refuses, ...added])] };
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
