import type { MenuId } from './ids.ts';
import { directory, menuEnabled, viewMenu, type Menu, type MenuView } from './menu.ts';

/** What a menu must tell to find its place in a tree. */
export type Placed = Pick<Menu, 'id' | 'parentId' | 'order' | 'routeName'>;

/** A node with the nodes below it; a leaf has `[]`. */
export type TreeOf<Node> = Node & { readonly children: readonly TreeOf<Node>[] };

/** A menu as a router needs it (specification, section 4.5, GET /api/menus/user-routes). */
export type RouteNode = Omit<MenuView, 'parentId' | 'status' | 'createdAt' | 'updatedAt'>;

type Growing<Node> = Node & { readonly children: Growing<Node>[] };

const compareText = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** Siblings stand by `order`, then `routeName`, then id, however the rows came. */
const compare = (a: Placed, b: Placed): number =>
  a.order - b.order || compareText(a.routeName, b.routeName) || compareText(a.id, b.id);

const indexed = <Node extends Placed>(nodes: readonly Node[]): ReadonlyMap<MenuId, Node> =>
  new Map(nodes.map((node) => [node.id, node]));

/** The nodes above `node`, nearest first; a ring of parents is walked once. */
function* above<Node extends Placed>(node: Node, known: ReadonlyMap<MenuId, Node>): Generator<Node> {
  const seen = new Set([node.id]);
  for (let at = parentOf(node, known); at !== undefined && !seen.has(at.id); at = parentOf(at, known)) {
    seen.add(at.id);
    yield at;
  }
}

const parentOf = <Node extends Placed>(node: Node, known: ReadonlyMap<MenuId, Node>): Node | undefined =>
  node.parentId === null ? undefined : known.get(node.parentId);

/** Where each ring of parents is opened, so that its nodes stay reachable. The same for every input order. */
function ringOpenings<Node extends Placed>(sorted: readonly Node[]): ReadonlySet<MenuId> {
  const known = indexed(sorted);
  const settled = new Set<MenuId>();
  const openings = new Set<MenuId>();
  for (const start of sorted) {
    const path = new Set<MenuId>();
    let at: Node | undefined = start;
    while (at !== undefined && !settled.has(at.id) && !path.has(at.id)) {
      path.add(at.id);
      at = parentOf(at, known);
    }
    if (at !== undefined && path.has(at.id)) openings.add(at.id);
    for (const id of path) settled.add(id);
  }
  return openings;
}

/** Every node once, below its parent; at the root where the parent is null or not among the nodes. */
export function menuTree<Node extends Placed>(nodes: readonly Node[]): readonly TreeOf<Node>[] {
  const sorted = nodes.toSorted(compare);
  const openings = ringOpenings(sorted);
  const growing = sorted.map((node): Growing<Node> => ({ ...node, children: [] }));
  const known = indexed(growing);
  const roots: Growing<Node>[] = [];
  for (const node of growing) {
    const parent = openings.has(node.id) ? undefined : parentOf(node, known);
    (parent?.children ?? roots).push(node);
  }
  return roots;
}

/**
 * The tree a caller may see of `menus`, given the menus granted through roles (specification, section 4.5):
 * a disabled menu hides its subtree, a directory above a granted page comes along, and a page below one that is not
 * granted hangs on its nearest visible ancestor.
 */
export function routeTree(menus: readonly Menu[], granted: ReadonlySet<MenuId>): readonly TreeOf<RouteNode>[] {
  const known = indexed(menus);
  const shown = new Map<MenuId, Menu>();
  for (const menu of menus) {
    if (!granted.has(menu.id)) continue;
    const ancestors = [...above(menu, known)];
    if (![menu, ...ancestors].every(({ status }) => status === menuEnabled)) continue;
    for (const node of [menu, ...ancestors.filter(({ menuType }) => menuType === directory)]) {
      shown.set(node.id, node);
    }
  }
  const nodes = [...shown.values()].map((menu) => {
    const nearest = [...above(menu, known)].find(({ id }) => shown.has(id));
    return { ...menu, parentId: nearest?.id ?? null };
  });
  return menuTree(nodes).map(routeNode);
}

function routeNode({ children, ...menu }: TreeOf<Menu>): TreeOf<RouteNode> {
  const { parentId: _parent, status: _status, createdAt: _created, updatedAt: _updated, ...node } = viewMenu(menu);
  return { ...node, children: children.map(routeNode) };
}
