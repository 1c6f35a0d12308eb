import type { Schemas } from '@portcullis/client';
import { callsOf, mapData, type Request, type CallResult, type RowVersion } from './calls.ts';
import { toRecords, type ListParams, type Page } from './lists.ts';
import { fromRoleForm, toRoleRow, type RoleForm } from './roles.ts';

/** Creates the calls for the management of roles. */
export function roleCalls<Failure extends Error, Reply>(request: Request<Failure, Reply>) {
  const { list, allRoles, create, change, remove } = callsOf(request);
  const readRoles = (query: object) =>
    mapData(request<Page<Schemas['Role']>>({ url: '/roles', params: query }), (page) => toRecords(page, toRoleRow));
  return {
    fetchGetRoleList: (params?: ListParams) => list(readRoles, params, { roleName: 'name', roleCode: 'code' }),
    fetchGetAllRoles: () => mapData(allRoles({ status: 1 }), (roles) => roles.map(toRoleRow)),
    /** @param row the row to edit; absent for a new role */
    saveRole: (form: RoleForm, row?: RoleForm & RowVersion): Promise<CallResult<Failure>> =>
      row === undefined
        ? create('/roles', fromRoleForm(form))
        : change(`/roles/${row.id}`, fromRoleForm(form), fromRoleForm(row), row.version),
    removeRole: (row: RowVersion) => remove('/roles', row),
    fetchRoleStats: (id: string) => request<Schemas['RoleStats']>({ url: `/roles/${id}/stats` }),
  };
}
