import type { MenuId } from '../shared/ids.ts';
import { directory, menuEnabled, viewMenu, type Menu, type MenuView } from './menu.ts';
import { compareText, buildTree, mapById, parentOf, type MutableTree, type TreeOf } from '../shared/tree.ts';

/** The fields by which sibling menus are sorted. */
export type SortedMenu = Pick<Menu, 'id' | 'order' | 'routeName'>;

/** The fields of a menu that a front-end router needs. */
export type RouteNode = Omit<MenuView, 'parentId' | 'status' | 'version' | 'createdAt' | 'updatedAt'>;

/** The menus that a user may open, as a tree. */
export type UserRoutes = readonly TreeOf<RouteNode>[];

/** Sorts siblings by `order`, then `routeName`, then id. */
export const compareSiblings = (a: SortedMenu, b: SortedMenu): number =>
  a.order - b.order || compareText(a.routeName, b.routeName) || compareText(a.id, b.id);

/** Builds the tree of menus. A menu whose parent is not in the list becomes a root. */
export const menuTree = <Node extends SortedMenu & Pick<Menu, 'parentId'>>(
  menus: readonly Node[],
): readonly TreeOf<Node>[] => buildTree<MenuId, Node>(menus, compareSiblings);

/** Returns the disabled menus and all menus below them. */
export function disabledSubtrees(menus: readonly Pick<Menu, 'id' | 'parentId' | 'status'>[]): ReadonlySet<MenuId> {
  const below = new Map<MenuId, MenuId[]>(menus.map(({ id }) => [id, []]));
  for (const { id, parentId } of menus) if (parentId !== null) below.get(parentId)?.push(id);
  const hidden = new Set(menus.filter(({ status }) => status !== menuEnabled).map(({ id }) => id));
  // The loop also visits the elements that it adds to the set. It visits each element once, so it ends even if parents
  // form a cycle.
  for (const id of hidden) for (const child of below.get(id) ?? []) hidden.add(child);
  return hidden;
}

/** Returns `menus` together with their ancestors, which are looked up in `menusById`. */
function withAncestors(menus: readonly Menu[], menusById: ReadonlyMap<MenuId, Menu>): readonly Menu[] {
  const reached = new Set(menus);
  for (const menu of reached) {
    const parent = parentOf(menu, menusById);
    if (parent !== undefined) reached.add(parent);
  }
  return [...reached];
}

/**
 * Builds the tree of menus that a user may open. `granted` contains the ids of the menus that the user's roles grant. A
 * disabled menu hides its subtree. Directories above a granted menu are included even if they are not granted. A page
 * that is not granted is left out. The menus below it are attached to the nearest ancestor that is in the tree, or
 * become roots if there is none. The function takes linear time except for sorting. It does not recurse, so a deep tree
 * cannot overflow the stack.
 */
export function routeTree(menus: readonly Menu[], granted: ReadonlySet<MenuId>): UserRoutes {
  const hidden = disabledSubtrees(menus);
  const visible = menus.filter(({ id }) => granted.has(id) && !hidden.has(id));
  const roots: MutableTree<RouteNode>[] = [];
  const levels = [roots];
  const steps = menuTree(withAncestors(visible, mapById(menus))).map((menu) => ({ menu, level: roots }));
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
  for (const level of levels) level.sort(compareSiblings);
  return roots;
}

function routeNode(menu: Menu): RouteNode {
  const { version: _version, createdAt: _created, updatedAt: _updated, ...shown } = viewMenu(menu);
  const { parentId: _parent, status: _status, ...node } = shown;
  return node;
}
