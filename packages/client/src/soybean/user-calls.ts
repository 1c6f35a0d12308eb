import type { Schemas } from '../client.ts';
import { callsOf, hasFailed, mapData, type Request, type Saved, type Stored } from './calls.ts';
import { toRecords, type ListParams, type Page } from './lists.ts';
import { fromUserForm, toUserRow, type UserForm } from './users.ts';

/** The filter of the service for each field of the search form for users. */
const filters = {
  userName: 'username',
  userEmail: 'email',
  nickName: 'nickName',
  userPhone: 'phone',
  userGender: 'gender',
} as const;

/** Calls about users. */
export function userCalls<Failure extends Error, Reply>(request: Request<Failure, Reply>) {
  const { list, allRoles, create, change, remove } = callsOf(request);
  const readUsers = (query: object) =>
    mapData(request<Page<Schemas['User']>>({ url: '/users', params: query }), (page) => toRecords(page, toUserRow));
  return {
    fetchGetUserList: (params?: ListParams) => list(readUsers, params, filters),
    fetchUser: (id: string) => mapData(request<Schemas['User']>({ url: `/users/${id}` }), toUserRow),
    /** Reads what a user may do and why. */
    fetchUserAccess: (id: string) => request<Schemas['UserAccess']>({ url: `/users/${id}/access` }),
    /**
     * @param row the row that is edited; absent for a new user
     * @param password the password of a new user, or a new one for an existing user; empty to leave it
     */
    saveUser: async (form: UserForm, row?: UserForm & Stored, password = ''): Promise<Saved<Failure>> => {
      const roles = await allRoles();
      if (hasFailed(roles)) return roles;
      const after = fromUserForm(form, roles.data);
      if (row === undefined) return create('/users', { ...after, password });
      const saved = await change(`/users/${row.id}`, after, fromUserForm(row, roles.data), row.version);
      if (saved.error !== null || password === '') return saved;
      return request<unknown>({ url: `/users/${row.id}/password`, method: 'put', data: { password } });
    },
    removeUser: (row: Stored) => remove('/users', row),
  };
}
