import type { Schemas } from '../client.ts';
import { given, toQueryPairs, type QueryPair } from './values.ts';

type Node = Schemas['RouteNode'];

/** A route as the front end's router is told of it. */
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
  /** Undefined, not null, or the front end's default icon does not appear. */
  readonly icon: string | undefined;
  readonly localIcon: string | undefined;
  readonly iconFontSize: number | undefined;
  readonly order: number;
  readonly href: string | undefined;
  readonly hideInMenu: boolean;
  readonly activeMenu: string | undefined;
  readonly multiTab: boolean;
  /** Null where it is no fixed tab: 0 would pin it. */
  readonly fixedIndexInTab: number | null;
  readonly keepAlive: boolean;
  readonly constant: boolean;
  readonly query: QueryPair[] | null;
}

const layout = 'layout.base';

const metaOf = (node: Node, children: readonly SoybeanRoute[]): RouteMeta => ({
  title: node.title,
  i18nKey: given(node.i18nKey),
  icon: node.iconType === 2 ? undefined : given(node.icon),
  localIcon: node.iconType === 2 ? given(node.localIcon) : undefined,
  iconFontSize: given(node.iconFontSize),
  order: node.order,
  href: given(node.href),
  // A directory of hidden pages would be an entry that leads nowhere.
  hideInMenu: node.hideInMenu || (children.length > 0 && children.every(({ meta }) => meta.hideInMenu)),
  activeMenu: given(node.activeMenu),
  multiTab: node.multiTab,
  fixedIndexInTab: node.fixedIndexInTab,
  keepAlive: node.keepAlive,
  constant: node.constant,
  query: toQueryPairs(node.query),
});

/** None of a directory without pages: it breaks the front end's router, and stays in its menu as a dead entry. */
function routesOf(node: Node): SoybeanRoute[] {
  const isDirectory = node.menuType === 1;
  const children = node.children.flatMap(routesOf);
  if (isDirectory && children.length === 0) return [];
  return [
    {
      id: node.id,
      name: node.routeName,
      path: node.routePath,
      component: given(node.component) ?? (isDirectory ? layout : undefined),
      ...(children.length > 0 && { children }),
      meta: metaOf(node, children),
    },
  ];
}

/** A page that stands at the root for want of a visible parent needs a layout around it. */
function framed(route: SoybeanRoute): SoybeanRoute {
  const { name, path, component = '', children, meta } = route;
  if (children !== undefined || !component.startsWith('view.')) return route;
  if (!name.includes('_')) return { ...route, component: `${layout}$${component}` };
  // At the root the front end takes no name with an underscore.
  const frame = { name: `${name.replaceAll('_', '-')}-frame`, path: `/frame${path}`, component: layout };
  return { ...frame, meta, children: [route] };
}

const isConstantThroughout = ({ constant, children }: Node): boolean =>
  constant && children.every(isConstantThroughout);

/** What a logged-in user may open. What is constant comes with the constant routes; twice it would show twice. */
export const toUserRoutes = (nodes: readonly Node[]): SoybeanRoute[] =>
  nodes
    .filter((node) => !isConstantThroughout(node))
    .flatMap(routesOf)
    .map(framed);

/** The front end's own constant routes (login, 403, 404, 500) and those of the service, which win by name. */
export function toConstantRoutes<Own extends { readonly name: string }>(
  nodes: readonly Node[],
  own: readonly Own[],
): (Own | SoybeanRoute)[] {
  const routes = nodes.flatMap(routesOf).map(framed);
  const names = new Set(routes.map(({ name }) => name));
  return [...own.filter(({ name }) => !names.has(name)), ...routes];
}

const pagesOf = (routes: readonly SoybeanRoute[]): SoybeanRoute[] =>
  routes
    .toSorted((one, other) => one.meta.order - other.meta.order)
    .flatMap((route) => (route.children === undefined ? [route] : pagesOf(route.children)));

/**
 * The page to begin with: `preferred` where it was granted, else the first visible page by order, else any.
 * @param isKnown whether the front end has a path for a route name; it opens its home by that path only
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
