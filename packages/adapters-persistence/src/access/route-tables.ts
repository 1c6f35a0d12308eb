import type { RouteTableRepository, RouteTableViews } from '@portcullis/application/internal/ports/route-tables';
import type { RouteTable } from '@portcullis/domain/internal/access/protected-routes';
import type { ResourceStore } from '../resource-store.ts';
import { oneRow } from '../sql/one-row.ts';

export const routeTableStore: ResourceStore<RouteTableRepository, RouteTableViews> = oneRow<'routes', RouteTable>(
  'route_table',
  'routes',
);
