import { isId, routeTree, type MenuId, type UserId, type UserRoutes } from '@portcullis/domain';
import type { MenuGrants, MenuViews } from '../ports/menus.ts';

/** The route trees that are remembered, each in the form that is sent. */
export interface UserRoutesCache<Form> {
  readonly find: (grants: MenuGrants, menus: MenuViews) => Promise<Form>;
}

interface Dependencies<Form> {
  readonly menus: MenuViews;
  readonly trees: UserRoutesCache<Form>;
}

/**
 * The enabled menus of a user's enabled roles as a tree, with the directories above them: what a router in a front end
 * shows. Nothing is remembered of who is granted which menus.
 */
export const listUserRoutes =
  <Form>({ menus, trees }: Dependencies<Form>) =>
  async (userId: UserId): Promise<Form> =>
    trees.find(await menus.grantedTo(userId), menus);

/** The enabled menus that every visitor may open, as a tree. */
export const listConstantRoutes =
  ({ menus }: Pick<Dependencies<never>, 'menus'>) =>
  async (): Promise<UserRoutes> => {
    const all = await menus.all({});
    return routeTree(all, new Set(all.filter(({ constant }) => constant).map(({ id }) => id)));
  };

/** Users with the same roles share a tree, and most installations have a few roles. */
const maxTrees = 50;

/**
 * Remembers the trees of `listUserRoutes`; make one for all calls. A tree is remembered under the version of the menus and
 * the ids granted, which the store returns anew for each call: a changed menu has a new version, and a changed grant other
 * ids, so no outdated tree is found. The oldest trees go first.
 *
 * Callers that need the same tree at the same time share one reading.
 * @param form turns a tree into what is remembered, such as its JSON
 */
export function userRoutesCache<Form = UserRoutes>(form: (routes: UserRoutes) => Form): UserRoutesCache<Form> {
  const trees = new Map<string, Promise<Form>>();

  async function read(key: string, { version, menuIds }: MenuGrants, menus: MenuViews): Promise<Form> {
    const current = await menus.allWithVersion();
    // A menu changed after the grants were read, so the tree belongs to another version than its key says.
    if (current.version !== version) trees.delete(key);
    return form(routeTree(current.menus, idsIn(menuIds)));
  }

  return {
    find: async (grants, menus) => {
      const key = `${grants.version} ${grants.menuIds}`;
      const shared = trees.get(key);
      if (shared !== undefined) {
        // A reading may have failed for its own caller only.
        const found = await shared.catch(() => undefined);
        if (found !== undefined) return found;
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
