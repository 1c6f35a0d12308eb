import type { FieldError } from '../shared/errors.ts';
import { routeLimits, routeTableErrors, shapeOfPath, type ProtectedRoute } from './protected-routes.ts';
import { compareText } from '../shared/tree.ts';

/** All entries of a table of protected routes that have the same pattern. They list different methods. */
export interface RoutesOfPath {
  /** The pattern, as the first entry spells it. */
  readonly path: string;
  readonly routes: readonly ProtectedRoute[];
}

const compareRoutes = (a: ProtectedRoute, b: ProtectedRoute): number =>
  compareText(a.path, b.path) || compareText(a.methods.join(), b.methods.join());

/** Returns the entries in an order that does not depend on that of the table, with their members in a fixed order. */
export const sortedRoutes = (routes: readonly ProtectedRoute[]): readonly ProtectedRoute[] =>
  routes
    .map(({ methods, path, audience, public: isPublic, authenticated, permissions, roles }) => ({
      methods,
      path,
      audience,
      public: isPublic,
      authenticated,
      permissions,
      roles,
    }))
    .toSorted(compareRoutes);

export const shapeOfRoutes = ({ path }: RoutesOfPath): string => shapeOfPath(path);

/** Groups entries by their pattern. */
export function routesByPath(routes: readonly ProtectedRoute[]): readonly RoutesOfPath[] {
  const groups = new Map<string, RoutesOfPath>();
  for (const route of routes) {
    const shape = shapeOfPath(route.path);
    const { path, routes: others } = groups.get(shape) ?? { path: route.path, routes: [] };
    groups.set(shape, { path, routes: [...others, route].toSorted(compareRoutes) });
  }
  return [...groups.values()];
}

/** Returns the entries whose pattern none of the others has. */
export function routesOfOtherPaths(
  routes: readonly ProtectedRoute[],
  others: readonly ProtectedRoute[],
): readonly ProtectedRoute[] {
  const replaced = new Set(others.map(({ path }) => shapeOfPath(path)));
  return routes.filter(({ path }) => !replaced.has(shapeOfPath(path)));
}

/** Returns the errors of the table that results if the imported entries replace those with the same patterns. */
export function importedRouteErrors(
  imported: readonly ProtectedRoute[],
  installed: readonly ProtectedRoute[],
): readonly FieldError[] {
  if (imported.length === 0) return [];
  const kept = routesOfOtherPaths(installed, imported);
  if (imported.length + kept.length > routeLimits.routes)
    return [{ field: 'protectedRoutes', message: `There would be more than ${routeLimits.routes} routes.` }];
  return routeTableErrors([...imported, ...kept], (index) =>
    index < imported.length
      ? `protectedRoutes[${index}]`
      : `installed protectedRoutes[${installed.findIndex((route) => route === kept[index - imported.length])}]`,
  );
}
