import type { RouteTableRepository, RouteTableViews } from '@portcullis/application';
import type { RouteTable } from '@portcullis/domain';
import type { State } from '../tables/state.ts';

export const repository = (state: State): RouteTableRepository => ({
  lock: async () => state.routeTable,
  save: async (table) => {
    const stored = state.routeTable;
    const isSame = JSON.stringify(table.routes) === JSON.stringify(stored.routes);
    const saved: RouteTable = isSame ? stored : { ...table, version: stored.version + 1 };
    state.routeTable = saved;
    return { version: saved.version, updatedAt: saved.updatedAt };
  },
});

export const views = (now: () => State): RouteTableViews => ({
  find: async () => now().routeTable,
  findNewer: async (version) => (now().routeTable.version === version ? undefined : now().routeTable),
});
