import { callsOf, mapData, operationsOf, type Request, type CallResult, type RowVersion } from './calls.ts';
import { toRecords } from './lists.ts';
import { fromMenuForm, toMenuRow, type MenuForm } from './menus.ts';
import type { Names } from './values.ts';

/** Creates the calls for the management of menus. */
export function menuCalls<Failure extends Error, Reply, Key extends string, Route extends string>(
  request: Request<Failure, Reply>,
  names: Names<Key, Route>,
) {
  const { create, change, remove } = callsOf(request);
  const { get } = operationsOf(request);
  return {
    fetchGetMenuList: () =>
      mapData(get('/api/menus/tree'), (nodes) =>
        toRecords({ items: nodes, page: 1, pageSize: Math.max(10, nodes.length), total: nodes.length }, (node) =>
          toMenuRow(node, names),
        ),
      ),
    /** @param row the row to edit; absent for a new menu */
    saveMenu: (form: MenuForm, row?: MenuForm & RowVersion): Promise<CallResult<Failure>> =>
      row === undefined
        ? create('/menus', fromMenuForm(form))
        : change(`/menus/${row.id}`, fromMenuForm(form), fromMenuForm(row), row.version),
    removeMenu: (row: RowVersion) => remove('/menus', row),
  };
}
