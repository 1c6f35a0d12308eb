import { BusinessError } from '@portcullis/domain';
import type { MenuRepository } from '../../ports/menus.ts';
import type { State } from '../state.ts';
import { existingIdsIn, table, unlink } from '../tables.ts';

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
    lockDepth: async (id) => {
      if (!state.menus.has(id)) return undefined;
      let depth = 0;
      for (let at = state.menus.get(id); at !== undefined; depth += 1)
        at = at.parentId ? state.menus.get(at.parentId) : undefined;
      return depth;
    },
    hasChildren: async (id) => isParent(id),
  };
}
