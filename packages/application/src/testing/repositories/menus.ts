import { BusinessError, type MenuPlace } from '@portcullis/domain';
import type { MenuRepository } from '../../ports/menus.ts';
import type { State } from '../state.ts';
import { existingIdsIn, table, unlink } from '../tables.ts';

const placeOf = ({ id, parentId }: MenuPlace): MenuPlace => ({ id, parentId });

export function menuRepository(state: State): MenuRepository {
  const isParent = (id: string) => [...state.menus.values()].some(({ parentId }) => parentId === id);
  return {
    ...table(state.menus, {
      referencesExist: ({ parentId }) => parentId === null || state.menus.has(parentId),
      beforeRemove: (id) => {
        if (isParent(id)) throw new BusinessError('menu-has-children', 'This menu has others below it.');
        unlink(state.roleMenus, id);
      },
    }),
    existingIds: existingIdsIn(state.menus),
    lockTree: async () => [...state.menus.values()].map(placeOf),
    lockPath: async (id) => {
      const path: MenuPlace[] = [];
      for (let at = state.menus.get(id); at !== undefined; at = at.parentId ? state.menus.get(at.parentId) : undefined)
        path.push(placeOf(at));
      return path;
    },
    hasChildren: async (id) => isParent(id),
  };
}
