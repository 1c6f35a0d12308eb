import { callsOf, hasFailed, mapData, operationsOf, type Request, type CallResult, type RowVersion } from './calls.ts';
import { toRecords, type ListParams } from './lists.ts';
import { fromUserForm, toUserRow, type UserForm } from './users.ts';

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
