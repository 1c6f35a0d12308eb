import type { MenuId } from './ids.ts';
import { directory, menuEnabled, viewMenu, type Menu, type MenuView } from './menu.ts';
import { compareText, growTree, indexed, parentOf, type TreeOf } from './tree.ts';

/** What a menu must tell to find its place. */
type PlacedMenu = Pick<Menu, 'id' | 'parentId' | 'order' | 'routeName'>;

/** A menu as a router needs it (specification, section 4.5, GET /api/menus/user-routes). */
export type RouteNode = Omit<MenuView, 'parentId' | 'status' | 'createdAt' | 'updatedAt'>;

/** Siblings stand by `order`, then `routeName`, then id. */
const compare = (a: PlacedMenu, b: PlacedMenu): number =>
  a.order - b.order || compareText(a.routeName, b.routeName) || compareText(a.id, b.id);

/** Every menu once, below its parent; at the root where the parent is not among the menus. */
export const menuTree = <Node extends PlacedMenu>(menus: readonly Node[]): readonly TreeOf<Node>[] =>
  growTree<MenuId, Node>(menus, compare);

/** The menus above one, nearest first; a ring of parents is walked once. */
function* above(menu: Menu, known: ReadonlyMap<MenuId, Menu>): Generator<Menu> {
  const seen = new Set([menu.id]);
  for (let at = parentOf(menu, known); at !== undefined && !seen.has(at.id); at = parentOf(at, known)) {
    seen.add(at.id);
    yield at;
  }
}

/**
 * The tree a caller may see of `menus`, given the menus granted through roles (specification, section 4.5):
 * a disabled menu hides its subtree, a directory above a granted page comes along, and a page below one that is not
 * granted hangs on its nearest visible ancestor.
 */
export function routeTree(menus: readonly Menu[], granted: ReadonlySet<MenuId>): readonly TreeOf<RouteNode>[] {
  const known = indexed<MenuId, Menu>(menus);
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
