import type { Schemas } from '../client.ts';
import { callsOf, mapData, type Request, type Saved } from './calls.ts';
import { toRecords, type ListParams, type Page } from './lists.ts';
import { fromRoleForm, toPermissionTree, toRoleRow, type RoleForm } from './roles.ts';

const idsOf = (things: readonly { readonly id: string }[]): string[] => things.map(({ id }) => id);

/** Calls about roles, their menus and their permissions. */
export function roleCalls<Failure extends Error, Reply>(request: Request<Failure, Reply>) {
  const { list, allRoles, create, change, remove } = callsOf(request);
  const readRoles = (query: object) =>
    mapData(request<Page<Schemas['Role']>>({ url: '/roles', params: query }), (page) => toRecords(page, toRoleRow));
  return {
    fetchGetRoleList: (params?: ListParams) => list(readRoles, params, { roleName: 'name', roleCode: 'code' }),
    fetchGetAllRoles: () => mapData(allRoles({ status: 1 }), (roles) => roles.map(toRoleRow)),
    /**
     * Sends no version: the dialogs of the form change the version of the role while the row stays as it was read.
     * @param row the row that is edited; absent for a new role
     */
    saveRole: (form: RoleForm, row?: RoleForm & { readonly id: string }): Promise<Saved<Failure>> =>
      row === undefined
        ? create('/roles', fromRoleForm(form))
        : change(`/roles/${row.id}`, fromRoleForm(form), fromRoleForm(row)),
    removeRole: (id: string) => remove('/roles', id),
    fetchRoleStats: (id: string) => request<Schemas['RoleStats']>({ url: `/roles/${id}/stats` }),
    fetchRoleMenuIds: (id: string) => mapData(request<Schemas['Menu'][]>({ url: `/roles/${id}/menus` }), idsOf),
    saveRoleMenus: (id: string, menuIds: readonly string[]): Promise<Saved<Failure>> =>
      create(`/roles/${id}/menus`, { menuIds }),
    fetchPermissionTree: () =>
      mapData(request<Record<string, Schemas['Permission'][]>>({ url: '/permissions/by-resource' }), toPermissionTree),
    fetchRolePermissionIds: (id: string) =>
      mapData(request<Schemas['RolePermission'][]>({ url: `/roles/${id}/permissions` }), idsOf),
    saveRolePermissions: (id: string, permissionIds: readonly string[]): Promise<Saved<Failure>> =>
      create(`/roles/${id}/permissions`, { permissionIds }),
  };
}
