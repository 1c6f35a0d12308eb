import type { Schemas } from '@portcullis/client';
import { emptyToUndefined, knownKey, toQueryPairs, type Names } from './values.ts';

type Node = Schemas['RouteNode'];

/** A route as the front end's router expects it. */
export interface SoybeanRoute<Key extends string = string, Route extends string = string> {
  readonly id: string;
  name: string;
  path: string;
  component?: string | undefined;
  children?: SoybeanRoute<Key, Route>[];
  meta: RouteMeta<Key, Route>;
}

const layout = 'layout.base';

const metaOf = <Key extends string, Route extends string>(
  node: Node,
  hideInMenu: boolean,
  names: Names<Key, Route>,
) => ({
  title: node.title,
  i18nKey: knownKey(node.i18nKey, names),
  // The front end shows its default icon for undefined, but not for null.
  icon: node.iconType === 2 ? undefined : emptyToUndefined(node.icon),
  localIcon: node.iconType === 2 ? emptyToUndefined(node.localIcon) : undefined,
  iconFontSize: emptyToUndefined(node.iconFontSize),
  order: node.order,
  href: emptyToUndefined(node.href),
  hideInMenu,
  activeMenu: node.activeMenu !== null && names.isKnown(node.activeMenu) ? node.activeMenu : undefined,
  multiTab: node.multiTab,
  // Null for a tab that is not pinned. 0 would pin the tab.
  fixedIndexInTab: node.fixedIndexInTab,
  keepAlive: node.keepAlive,
  constant: node.constant,
  query: toQueryPairs(node.query),
});

type RouteMeta<Key extends string, Route extends string> = ReturnType<typeof metaOf<Key, Route>>;

/**
 * Converts a node to routes. A directory without pages has no route, because the front end's router would throw an
 * error.
 */
function routesOf<Key extends string, Route extends string>(
  node: Node,
  names: Names<Key, Route>,
): SoybeanRoute<Key, Route>[] {
  const isDirectory = node.menuType === 1;
  const children = node.children.flatMap((child) => routesOf(child, names));
  if (isDirectory && children.length === 0) return [];
  // If all pages of a directory are hidden, the directory is hidden too: its menu entry would open nothing.
  const isHidden = node.hideInMenu || (children.length > 0 && children.every(({ meta }) => meta.hideInMenu));
  return [
    {
      id: node.id,
      name: node.routeName,
      path: node.routePath,
      component: emptyToUndefined(node.component) ?? (isDirectory ? layout : undefined),
      ...(children.length > 0 && { children }),
      meta: metaOf(node, isHidden, names),
    },
  ];
}

/** Wraps a page at the root in a layout, because the page has no parent that provides a layout. */
function withLayout<Key extends string, Route extends string>(
  route: SoybeanRoute<Key, Route>,
): SoybeanRoute<Key, Route> {
  const { id, name, path, component = '', children, meta } = route;
  if (children !== undefined || !component.startsWith('view.')) return route;
  if (!name.includes('_')) return { ...route, component: `${layout}$${component}` };
  // The front end does not accept a name with an underscore at the root.
  const frame = { name: `${name.replaceAll('_', '-')}-frame`, path: `/frame${path}`, component: layout };
  return { id: `frame of ${id}`, ...frame, meta, children: [route] };
}

const isConstantThroughout = ({ constant, children }: Node): boolean =>
  constant && children.every(isConstantThroughout);

/**
 * Converts the routes of a logged-in user. A root is omitted if it and all nodes below it are constant, because the
 * front end loads constant routes separately.
 */
export const toUserRoutes = <Key extends string, Route extends string>(
  nodes: readonly Node[],
  names: Names<Key, Route>,
): SoybeanRoute<Key, Route>[] =>
  nodes
    .filter((node) => !isConstantThroughout(node))
    .flatMap((node) => routesOf(node, names))
    .map((route) => withLayout(route));

/**
 * Combines the constant routes of the front end (login, 403, 404, 500) and of the service. If two routes have the same
 * name, the route of the service replaces that of the front end.
 */
export function toConstantRoutes<Own extends { readonly name: string }, Key extends string, Route extends string>(
  nodes: readonly Node[],
  own: readonly Own[],
  known: Names<Key, Route>,
): (Own | SoybeanRoute<Key, Route>)[] {
  const routes = nodes.flatMap((node) => routesOf(node, known)).map((route) => withLayout(route));
  const names = new Set(routes.map(({ name }) => name));
  return [...own.filter(({ name }) => !names.has(name)), ...routes];
}

const pagesOf = (routes: readonly SoybeanRoute[]): SoybeanRoute[] =>
  routes
    .toSorted((one, other) => one.meta.order - other.meta.order)
    .flatMap((route) => (route.children === undefined ? [route] : pagesOf(route.children)));

/**
 * Returns the name of the first page after login: `preferred` if the user may open that page, otherwise the first
 * visible page by order, otherwise any page. Only pages for which the front end has a path are considered. Links to
 * other sites and paths with parameters are not considered. If no page remains, returns `preferred`.
 */
export function homeOf<Route extends string>(
  routes: readonly SoybeanRoute[],
  preferred: Route,
  { isKnown }: Pick<Names<string, Route>, 'isKnown'>,
): Route {
  const open = pagesOf(routes).filter(({ path, meta }) => meta.href === undefined && !path.includes(':'));
  const known = open.map(({ name }) => name).filter((name) => isKnown(name));
  const isVisible = (name: Route): boolean => open.some((page) => page.name === name && !page.meta.hideInMenu);
  return known.find((name) => name === preferred) ?? known.find(isVisible) ?? known[0] ?? preferred;
}
