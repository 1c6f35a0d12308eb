import { callsOf, mapData, operationsOf, type Request, type CallResult, type RowVersion } from './calls.ts';
import { toRecords, type ListParams } from './lists.ts';
import { fromRoleForm, toRoleRow, type RoleForm } from './roles.ts';

/** Creates the calls for the management of roles. */
export function roleCalls<Failure extends Error, Reply>(request: Request<Failure, Reply>) {
  const { list, allRoles, create, change, remove } = callsOf(request);
  const { get } = operationsOf(request);
  const readRoles = (query: object) =>
    mapData(get('/api/roles', { params: { query } }), (page) => toRecords(page, toRoleRow));
  return {
    fetchGetRoleList: (params?: ListParams) => list(readRoles, params, { roleName: 'name', roleCode: 'code' }),
    fetchGetAllRoles: () => mapData(allRoles({ status: 1 }), (roles) => roles.map(toRoleRow)),
    /** @param row the row to edit; absent for a new role */
    saveRole: (form: RoleForm, row?: RoleForm & RowVersion): Promise<CallResult<Failure>> =>
      row === undefined
        ? create('/roles', fromRoleForm(form))
        : change(`/roles/${row.id}`, fromRoleForm(form), fromRoleForm(row), row.version),
    removeRole: (row: RowVersion) => remove('/roles', row),
    fetchRoleStats: (id: string) => get('/api/roles/{id}/stats', { params: { path: { id } } }),
  };
}
