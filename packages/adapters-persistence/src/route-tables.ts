import type { RouteTableRepository, RouteTableViews } from '@portcullis/application';
import type { RouteTable, Versioned } from '@portcullis/domain';
import type { Reader } from './postgres/reader.ts';
import type { ResourceStore } from './resource-store.ts';
import { execute } from './sql/transaction.ts';

const found = 'SELECT id, routes, version, updated_at AS "updatedAt" FROM route_table';

const lock = { name: 'route table lock', text: `${found} FOR UPDATE` };
const find = { name: 'route table find', usesPipeline: true, text: found };
const findNewer = { name: 'route table newer', usesPipeline: true, text: `${found} WHERE version <> $1` };
const save = {
  name: 'route table save',
  text: `UPDATE route_table SET routes = $1, version = version + (routes <> $1)::int,
    updated_at = CASE WHEN routes <> $1 THEN $2 ELSE updated_at END RETURNING version, updated_at AS "updatedAt"`,
};

/** The migration adds the only row. */
function onlyRow<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('The table of protected routes has no row.');
  return row;
}

export const routeTableStore: ResourceStore<RouteTableRepository, RouteTableViews> = {
  repository: (db) => ({
    lock: async () => onlyRow((await execute<RouteTable>(db, lock, []))[0]),
    save: async ({ routes, updatedAt }) =>
      onlyRow((await execute<Versioned>(db, save, [JSON.stringify(routes), updatedAt]))[0]),
  }),
  views: (reader: Reader) => ({
    find: async () => onlyRow(await reader.row<RouteTable>(find)),
    findNewer: (version) => reader.row<RouteTable>(findNewer, [version]),
  }),
};
