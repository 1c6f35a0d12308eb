import type { Schemas } from '../client.ts';
import { emptyToUndefined, toQueryPairs, type QueryPair } from './values.ts';

type Node = Schemas['RouteNode'];

/** A route as the front end's router expects it. */
export interface SoybeanRoute {
  readonly id?: string;
  readonly name: string;
  readonly path: string;
  readonly component?: string | undefined;
  readonly children?: readonly SoybeanRoute[];
  readonly meta: RouteMeta;
}

interface RouteMeta {
  readonly title: string;
  readonly i18nKey: string | undefined;
  /** Undefined if there is none. The front end shows its default icon for undefined, but not for null. */
  readonly icon: string | undefined;
  readonly localIcon: string | undefined;
  readonly iconFontSize: number | undefined;
  readonly order: number;
  readonly href: string | undefined;
  readonly hideInMenu: boolean;
  readonly activeMenu: string | undefined;
  readonly multiTab: boolean;
  /** Null for a tab that is not pinned, because 0 pins it. */
  readonly fixedIndexInTab: number | null;
  readonly keepAlive: boolean;
  readonly constant: boolean;
  readonly query: QueryPair[] | null;
}

const layout = 'layout.base';

const metaOf = (node: Node, children: readonly SoybeanRoute[]): RouteMeta => ({
  title: node.title,
  i18nKey: emptyToUndefined(node.i18nKey),
  icon: node.iconType === 2 ? undefined : emptyToUndefined(node.icon),
  localIcon: node.iconType === 2 ? emptyToUndefined(node.localIcon) : undefined,
  iconFontSize: emptyToUndefined(node.iconFontSize),
  order: node.order,
  href: emptyToUndefined(node.href),
  // A directory is hidden if all of its pages are hidden, because otherwise the menu would have an entry that opens nothing.
  hideInMenu: node.hideInMenu || (children.length > 0 && children.every(({ meta }) => meta.hideInMenu)),
  activeMenu: emptyToUndefined(node.activeMenu),
  multiTab: node.multiTab,
  fixedIndexInTab: node.fixedIndexInTab,
  keepAlive: node.keepAlive,
  constant: node.constant,
  query: toQueryPairs(node.query),
});

/** Returns no route for a directory without pages, because the router of the front end fails on it. */
function routesOf(node: Node): SoybeanRoute[] {
  const isDirectory = node.menuType === 1;
  const children = node.children.flatMap(routesOf);
  if (isDirectory && children.length === 0) return [];
  return [
    {
      id: node.id,
      name: node.routeName,
      path: node.routePath,
      component: emptyToUndefined(node.component) ?? (isDirectory ? layout : undefined),
      ...(children.length > 0 && { children }),
      meta: metaOf(node, children),
    },
  ];
}

/** Wraps a page at the root in a layout, because it has no parent with one. */
function withLayout(route: SoybeanRoute): SoybeanRoute {
  const { name, path, component = '', children, meta } = route;
  if (children !== undefined || !component.startsWith('view.')) return route;
  if (!name.includes('_')) return { ...route, component: `${layout}$${component}` };
  // The front end does not accept a name with an underscore at the root.
  const frame = { name: `${name.replaceAll('_', '-')}-frame`, path: `/frame${path}`, component: layout };
  return { ...frame, meta, children: [route] };
}

const isConstantThroughout = ({ constant, children }: Node): boolean =>
  constant && children.every(isConstantThroughout);

/** Converts the routes of a logged-in user. Constant routes are left out, because the front end loads them separately. */
export const toUserRoutes = (nodes: readonly Node[]): SoybeanRoute[] =>
  nodes
    .filter((node) => !isConstantThroughout(node))
    .flatMap(routesOf)
    .map(withLayout);

/** Combines the constant routes of the front end (login, 403, 404, 500) and of the service. A route of the service replaces one with the same name. */
export function toConstantRoutes<Own extends { readonly name: string }>(
  nodes: readonly Node[],
  own: readonly Own[],
): (Own | SoybeanRoute)[] {
  const routes = nodes.flatMap(routesOf).map(withLayout);
  const names = new Set(routes.map(({ name }) => name));
  return [...own.filter(({ name }) => !names.has(name)), ...routes];
}

const pagesOf = (routes: readonly SoybeanRoute[]): SoybeanRoute[] =>
  routes
    .toSorted((one, other) => one.meta.order - other.meta.order)
    .flatMap((route) => (route.children === undefined ? [route] : pagesOf(route.children)));

/**
 * Returns the name of the first page after login: `preferred` if the user may open it, otherwise the first visible page by order,
 * otherwise any page.
 * @param isKnown returns true if the front end has a path for a route name, so that it can open the page
 */
export function homeOf(
  routes: readonly SoybeanRoute[],
  preferred = 'home',
  isKnown: (name: string) => boolean = () => true,
): string {
  const open = pagesOf(routes).filter(
    ({ name, path, meta }) => meta.href === undefined && !path.includes(':') && isKnown(name),
  );
  const home = open.find(({ name }) => name === preferred) ?? open.find(({ meta }) => !meta.hideInMenu) ?? open[0];
  return home?.name ?? preferred;
}
