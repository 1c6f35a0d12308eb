import type { MenuId } from './ids.ts';
import { directory, menuEnabled, viewMenu, type Menu, type MenuView } from './menu.ts';
import { compareText, growTree, indexed, parentOf, type Growing, type TreeOf } from './tree.ts';

/** What a menu must tell to find its place among its siblings. */
type Sorted = Pick<Menu, 'id' | 'order' | 'routeName'>;

/** A menu as a router needs it. */
export type RouteNode = Omit<MenuView, 'parentId' | 'status' | 'createdAt' | 'updatedAt'>;

/** The routes that a router may open, as a tree. */
export type UserRoutes = readonly TreeOf<RouteNode>[];

/** Siblings stand by `order`, then `routeName`, then id. */
const compare = (a: Sorted, b: Sorted): number =>
  a.order - b.order || compareText(a.routeName, b.routeName) || compareText(a.id, b.id);

/** Every menu once, below its parent; at the root where the parent is not among the menus. */
export const menuTree = <Node extends Sorted & Pick<Menu, 'parentId'>>(
  menus: readonly Node[],
): readonly TreeOf<Node>[] => growTree<MenuId, Node>(menus, compare);

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
 * The tree that a caller may see of `menus`, given the menus granted through roles. A disabled menu hides its subtree, a
 * directory above a granted page is included, and a page below one that is not granted hangs on its nearest visible
 * ancestor. Takes linear time except for the sorting, and does not recurse.
 */
export function routeTree(menus: readonly Menu[], granted: ReadonlySet<MenuId>): UserRoutes {
  const hidden = disabledSubtrees(menus);
  const visible = menus.filter(({ id }) => granted.has(id) && !hidden.has(id));
  const roots: Growing<RouteNode>[] = [];
  const levels = [roots];
  const steps = menuTree(withAncestors(visible, indexed(menus))).map((menu) => ({ menu, level: roots }));
  for (const { menu: placed, level } of steps) {
    const { children, ...menu } = placed;
    let below = level;
    if (menu.menuType === directory || granted.has(menu.id)) {
      below = [];
      levels.push(below);
      level.push({ ...routeNode(menu), children: below });
    }
    for (const child of children) steps.push({ menu: child, level: below });
  }
  for (const level of levels) level.sort(compare);
  return roots;
}

function routeNode(menu: Menu): RouteNode {
  const { parentId: _parent, status: _status, createdAt: _created, updatedAt: _updated, ...node } = viewMenu(menu);
  return node;
}
