import type { RouteTableRepository, RouteTableViews } from '@portcullis/application';
import type { RouteTable } from '@portcullis/domain';
import type { State } from '../tables/state.ts';
import { changedRow } from '../tables/versioned-tables.ts';

export const repository = (state: State): RouteTableRepository => ({
  lock: async () => state.routeTable,
  save: async (table) => {
    state.routeTable = changedRow<RouteTable>(state.routeTable, table, 'routes');
    const { version, updatedAt } = state.routeTable;
    return { version, updatedAt };
  },
});

export const views = (now: () => State): RouteTableViews => ({
  find: async () => now().routeTable,
  findNewer: async (version) => (now().routeTable.version === version ? undefined : now().routeTable),
});
