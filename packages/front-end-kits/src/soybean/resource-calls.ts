import { callsOf, mapData, operationsOf, type Request, type CallResult, type RowVersion, hasFailed } from './calls.ts';
import { toRecords, type ListParams } from './lists.ts';
import { fromRoleForm, toRoleRow, type RoleForm } from './roles.ts';
import { fromMenuForm, toMenuRow, type MenuForm } from './menus.ts';
import type { Names } from './values.ts';
import { fromUserForm, toUserRow, type UserForm } from './users.ts';

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

/** The service's filter for each field of the user search form. */
const filters = {
  userName: 'username',
  userEmail: 'email',
  nickName: 'nickName',
  userPhone: 'phone',
  userGender: 'gender',
} as const;

/** Creates the calls for the management of users. */
export function userCalls<Failure extends Error, Reply>(request: Request<Failure, Reply>) {
  const { list, allRoles, create, change, remove } = callsOf(request);
  const { get, put } = operationsOf(request);
  const readUsers = (query: object) =>
    mapData(get('/api/users', { params: { query } }), (page) => toRecords(page, toUserRow));
  return {
    fetchGetUserList: (params?: ListParams) => list(readUsers, params, filters),
    fetchUser: (id: string) => mapData(get('/api/users/{id}', { params: { path: { id } } }), toUserRow),
    /** Reads the roles of a user and the permissions of these roles, including those that are not in effect. */
    fetchUserAccess: (id: string) => get('/api/users/{id}/access', { params: { path: { id } } }),
    /**
     * @param row the row to edit; absent for a new user
     * @param password the new password; empty if the password of an existing user should not change
     */
    saveUser: async (form: UserForm, row?: UserForm & RowVersion, password = ''): Promise<CallResult<Failure>> => {
      const roles = await allRoles();
      if (hasFailed(roles)) return roles;
      const after = fromUserForm(form, roles.data);
      if (row === undefined) return create('/users', { ...after, password });
      const saved = await change(`/users/${row.id}`, after, fromUserForm(row, roles.data), row.version);
      if (saved.error !== null || password === '') return saved;
      return put('/api/users/{id}/password', { params: { path: { id: row.id } }, body: { password } });
    },
    removeUser: (row: RowVersion) => remove('/users', row),
  };
}
