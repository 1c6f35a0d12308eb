import type { RouteTableRepository, RouteTableViews } from '@portcullis/application/internal/ports/route-tables';
import type { RouteTable } from '@portcullis/domain/internal/access/protected-routes';
import type { State } from '../tables/state.ts';
import { changedRow } from '../tables/versioned-tables.ts';

export const contracts = [() => import('../contracts/route-tables.ts')];

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
  findChanged: async ({ version, updatedAt }) => {
    const { routeTable } = now();
    const isSame = routeTable.version === version && routeTable.updatedAt.getTime() === updatedAt.getTime();
    return isSame ? undefined : routeTable;
  },
});
