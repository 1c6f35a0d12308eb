import { isId, type MenuId, type SessionId, type UserId } from '@portcullis/domain/internal/shared/ids';
import { routeTree, type UserRoutes } from '@portcullis/domain/internal/menus/menu-tree';
import type { MenuGrants, MenuViews } from '../ports/menus.ts';

/** Caches route trees in the form in which they are sent to clients. */
export interface UserRoutesCache<Form> {
  readonly find: (grants: MenuGrants, menus: MenuViews) => Promise<Form>;
}

interface Dependencies<Form> {
  readonly menus: MenuViews;
  readonly trees: UserRoutesCache<Form>;
}

/**
 * Returns the tree of menus that a user may open, for the router of a front end. The tree contains the enabled menus
 * that enabled roles of the user grant, and the directories above these menus. All menus below a disabled menu are left
 * out. A role that requires a second factor counts only in a session that was verified with a second factor. The grants
 * are read for each call; only the trees are cached.
 */
export const listUserRoutes =
  <Form>({ menus, trees }: Dependencies<Form>) =>
  async (userId: UserId, sessionId?: SessionId): Promise<Form> =>
    trees.find(await menus.grantedTo(userId, sessionId), menus);

/**
 * Returns the tree of enabled menus that are `constant`, and the directories above these menus. Everyone may open them
 * without logging in. All menus below a disabled menu are left out.
 */
export const listConstantRoutes =
  ({ menus }: Pick<Dependencies<never>, 'menus'>) =>
  async (): Promise<UserRoutes> => {
    const all = await menus.all({});
    return routeTree(all, new Set(all.filter(({ constant }) => constant).map(({ id }) => id)));
  };

/**
 * Maximum number of cached trees. Users with the same roles share a tree, and most installations have few
 * combinations of roles.
 */
const maxTrees = 50;

/**
 * Creates the cache of `listUserRoutes`. Create one cache for each database. The key of a tree consists of the version
 * of the set of all menus and the ids of the granted menus. Both parts are read from the store for each call, so the
 * returned tree is never out of date. When the cache is full, the oldest tree is removed.
 *
 * Concurrent calls that need the same tree share one query.
 * @param form converts a tree to the cached form, such as its JSON
 */
export function userRoutesCache<Form = UserRoutes>(form: (routes: UserRoutes) => Form): UserRoutesCache<Form> {
  const trees = new Map<string, Promise<Form>>();

  async function read(key: string, { version, menuIds }: MenuGrants, menus: MenuViews): Promise<Form> {
    const current = await menus.allWithVersion();
    // If a menu has changed since the grants were read, the tree does not belong to the version in its key. The tree is
    // then removed from the cache.
    if (current.version !== version) trees.delete(key);
    return form(routeTree(current.menus, idsIn(menuIds)));
  }

  return {
    find: async (grants, menus) => {
      const key = `${grants.version} ${grants.menuIds}`;
      const shared = trees.get(key);
      if (shared !== undefined) {
        // If the query of another caller has failed, this call makes its own query.
        const cached = await shared.catch(() => undefined);
        if (cached !== undefined) return cached;
      }
      const reading = read(key, grants, menus);
      trees.set(key, reading);
      if (trees.size > maxTrees) removeOldest(trees);
      return reading;
    },
  };
}

function removeOldest(trees: Map<string, unknown>): void {
  const { value } = trees.keys().next();
  if (value !== undefined) trees.delete(value);
}

const idsIn = (menuIds: string): ReadonlySet<MenuId> =>
  new Set(menuIds.split(',').filter((id): id is MenuId => isId<'Menu'>(id)));
