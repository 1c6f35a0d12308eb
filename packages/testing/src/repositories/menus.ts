import { BusinessError, type MenuPlace } from '@portcullis/domain';
import type { MenuRepository } from '@portcullis/application';
import type { State } from '../state.ts';
import { existingIdsIn } from '../tables.ts';
import { unlinkOwners, versionedTable } from '../versioned-tables.ts';

const placeOf = ({ id, parentId }: MenuPlace): MenuPlace => ({ id, parentId });

export function menuRepository(state: State): MenuRepository {
  const { counted } = state;
  const isParent = (id: string) => [...state.menus.values()].some(({ parentId }) => parentId === id);
  const rows = versionedTable(
    { rows: state.menus, counted },
    {
      referencesExist: ({ parentId }) => parentId === null || state.menus.has(parentId),
      beforeRemove: (id) => {
        if (isParent(id)) throw new BusinessError('menu-has-children', 'This menu has others below it.');
        return unlinkOwners(state.roleMenus, { rows: state.roles, counted }, id);
      },
    },
  );
  return {
    ...rows,
    childrenOf: async (parent) => [...state.menus.values()].filter(({ parentId }) => parentId === parent),
    renumber: async (orders, at) => {
      for (const { id, order } of orders) {
        const menu = state.menus.get(id);
        if (menu !== undefined) await rows.save({ ...menu, order, updatedAt: at });
      }
    },
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
