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

type Sorted = Omit<Placed, 'parentId'>;

/** Siblings stand by `order`, then `routeName`, then id, however the rows came. */
const compare = (a: Sorted, b: Sorted): number =>
  a.order - b.order || compareText(a.routeName, b.routeName) || compareText(a.id, b.id);

const indexed = <Node extends Placed>(nodes: readonly Node[]): ReadonlyMap<MenuId, Node> =>
  new Map(nodes.map((node) => [node.id, node]));

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

/** The disabled menus and all menus below them. */
function disabledSubtrees(menus: readonly Menu[]): ReadonlySet<MenuId> {
  const below = new Map<MenuId, MenuId[]>(menus.map(({ id }) => [id, []]));
  for (const { id, parentId } of menus) if (parentId !== null) below.get(parentId)?.push(id);
  const hidden = new Set(menus.filter(({ status }) => status !== menuEnabled).map(({ id }) => id));
  // A loop over a set comes to what is added on the way, and to each element once: no ring holds it.
  for (const id of hidden) for (const child of below.get(id) ?? []) hidden.add(child);
  return hidden;
}

/** `menus` and, of all that are `known`, those above them. */
function withAncestors(menus: readonly Menu[], known: ReadonlyMap<MenuId, Menu>): readonly Menu[] {
  const reached = new Set(menus);
  for (const menu of reached) {
    const parent = parentOf(menu, known);
    if (parent !== undefined) reached.add(parent);
  }
  return [...reached];
}

/**
 * The tree a caller may see of `menus`, given the menus granted through roles (specification, section 4.5):
 * a disabled menu hides its subtree, a directory above a granted page comes along, and a page below one that is not
 * granted hangs on its nearest visible ancestor. Linear but for the sorting, and without recursion: nobody bounds the
 * depth of a tree.
 */
export function routeTree(menus: readonly Menu[], granted: ReadonlySet<MenuId>): readonly TreeOf<RouteNode>[] {
  const hidden = disabledSubtrees(menus);
  const visible = menus.filter(({ id }) => granted.has(id) && !hidden.has(id));
  const roots: Growing<RouteNode>[] = [];
  const levels = [roots];
  const steps = menuTree(withAncestors(visible, indexed(menus))).map((menu) => ({ menu, level: roots }));
  for (const { menu, level } of steps) {
    let below = level;
    if (menu.menuType === directory || granted.has(menu.id)) {
      below = [];
      levels.push(below);
      level.push({ ...routeNode(menu), children: below });
    }
    for (const child of menu.children) steps.push({ menu: child, level: below });
  }
  for (const level of levels) level.sort(compare);
  return roots;
}

function routeNode(menu: Menu): RouteNode {
  const { parentId: _parent, status: _status, createdAt: _created, updatedAt: _updated, ...node } = viewMenu(menu);
  return node;
}
