import type { Schemas } from '../client.ts';
import { toListQuery, toRecords, type ListParams, type Page } from './lists.ts';
import { fromMenuForm, toMenuChoice, toMenuRow, type MenuForm } from './menus.ts';
import { fromRoleForm, toRoleRow, type RoleForm } from './roles.ts';
import { homeOf, toConstantRoutes, toUserRoutes } from './routes.ts';
import { toLoginToken, toUserInfo } from './session.ts';
import { fromUserForm, toUserRow, type UserForm } from './users.ts';
import { emptyToUndefined } from './values.ts';

/** The result of a call in the front end: either `data` or `error` is null. */
export type Answer<Data> =
  | { readonly data: Data; readonly error: null }
  | { readonly data: null; readonly error: Error };

/** The properties of an axios request that are used here. */
export interface RequestConfig {
  readonly url: string;
  readonly method?: 'post' | 'patch' | 'delete';
  readonly params?: object;
  readonly data?: object;
}

/** The parts of the front end that the calls use. They are functions, because the modules of the front end have circular imports. */
export interface FrontEnd<Own extends { readonly name: string }> {
  /** Calls the request instance of the front end: `(config) => request(config)`. */
  readonly request: <Data>(config: RequestConfig) => Promise<Answer<Data>>;
  /** The constant routes of the front end: login, 403, 404, 500. */
  readonly constantRoutes: () => readonly Own[];
  /** Returns true if the front end has a path for a route name. */
  readonly isKnown: (routeName: string) => boolean;
  /** The keys of the pages that are compiled into the front end. */
  readonly pages: () => readonly string[];
  /** The name of the first page after login if the user may open it. Default: `home`. */
  readonly home?: string;
}

/** The text fields of the search form for users. */
const userTexts = ['userEmail', 'userPhone', 'nickName', 'userName'];

/** The largest page size that the service accepts. */
const pageSize = 100;

async function mapData<Data, Result>(
  answer: Promise<Answer<Data>>,
  convert: (data: Data) => Result,
): Promise<Answer<Result>> {
  const result = await answer;
  return result.error === null ? { ...result, data: convert(result.data) } : result;
}

const toRecordsOf = <Item, Row>(answer: Promise<Answer<Page<Item>>>, toRow: (item: Item) => Row) =>
  mapData(answer, (page) => toRecords(page, toRow));

/**
 * Creates the API functions of a soybean-admin front end under the names that it imports, and functions for pages that it lacks.
 *
 * @example
 * const api = soybeanApi({
 *   request: (config) => request(config),
 *   constantRoutes: () => createStaticRoutes().constantRoutes,
 *   isKnown: (name) => getRoutePath(name) !== null,
 *   pages: () => Object.keys(views),
 * });
 */
export function soybeanApi<Own extends { readonly name: string }>(frontEnd: FrontEnd<Own>) {
  const { request, home = 'home' } = frontEnd;

  /** Reads all roles, page by page. If a role were missing, saving the user form would remove it from the user. */
  async function allRoles(params: object = {}): Promise<Answer<Schemas['Role'][]>> {
    const roles: Schemas['Role'][] = [];
    for (let page = 1; ; page += 1) {
      const answer = await request<Page<Schemas['Role']>>({ url: '/roles', params: { ...params, page, pageSize } });
      if (answer.error !== null) return answer;
      roles.push(...answer.data.items);
      if (page * pageSize >= answer.data.total) return { data: roles, error: null };
    }
  }

  const save = (url: string, id: string | undefined, data: object): Promise<Answer<unknown>> =>
    request(id === undefined ? { url, method: 'post', data } : { url: `${url}/${id}`, method: 'patch', data });

  const remove = (url: string, id: string): Promise<Answer<null>> => request({ url: `${url}/${id}`, method: 'delete' });

  const menuTree = (): Promise<Answer<Schemas['MenuNode'][]>> => request({ url: '/menus/tree' });

  return {
    // Session and routes.
    fetchLogin: (username: string, password: string) =>
      mapData(
        request<Schemas['LoggedIn']>({ url: '/auth/login', method: 'post', data: { username, password } }),
        toLoginToken,
      ),
    fetchRefreshToken: (refreshToken: string) =>
      mapData(
        request<Pick<Schemas['LoggedIn'], 'token'>>({ url: '/auth/refresh', method: 'post', data: { refreshToken } }),
        toLoginToken,
      ),
    /** Ends the session. The logout of the original front end only removes the tokens. */
    fetchLogout: () => request<null>({ url: '/auth/logout', method: 'post' }),
    fetchGetUserInfo: () => mapData(request<Schemas['Profile']>({ url: '/auth/profile' }), toUserInfo),
    /** Returns an error for the demo page of the front end, since the service has no such operation. */
    fetchCustomBackendError: async (code: string, message: string): Promise<Answer<never>> => ({
      data: null,
      error: Object.assign(new Error(message), { code }),
    }),
    fetchGetConstantRoutes: () =>
      mapData(request<Schemas['RouteNode'][]>({ url: '/menus/constant-routes' }), (nodes) =>
        toConstantRoutes(nodes, frontEnd.constantRoutes()),
      ),
    fetchGetUserRoutes: () =>
      mapData(request<Schemas['RouteNode'][]>({ url: '/menus/user-routes' }), (nodes) => {
        const routes = toUserRoutes(nodes);
        return { routes, home: homeOf(routes, home, frontEnd.isKnown) };
      }),
    fetchIsRouteExist: (routeName: string) => request<boolean>({ url: '/menus/route-exists', params: { routeName } }),

    // Roles.
    fetchGetRoleList: (params?: ListParams) =>
      toRecordsOf(
        request<Page<Schemas['Role']>>({ url: '/roles', params: toListQuery(params, ['roleName', 'roleCode']) }),
        toRoleRow,
      ),
    fetchGetAllRoles: () => mapData(allRoles({ status: 1 }), (roles) => roles.map(toRoleRow)),
    saveRole: (form: RoleForm, id?: string) => save('/roles', id, fromRoleForm(form)),
    removeRole: (id: string) => remove('/roles', id),
    fetchRoleMenuIds: (id: string) =>
      mapData(request<Schemas['Menu'][]>({ url: `/roles/${id}/menus` }), (menus) => menus.map((menu) => menu.id)),
    saveRoleMenus: (id: string, menuIds: readonly string[]) =>
      request<unknown>({ url: `/roles/${id}/menus`, method: 'post', data: { menuIds } }),

    // Users.
    fetchGetUserList: (params?: ListParams) =>
      toRecordsOf(
        request<Page<Schemas['User']>>({
          url: '/users',
          params: { ...toListQuery(params, userTexts), gender: emptyToUndefined(params?.['userGender']) },
        }),
        toUserRow,
      ),
    /**
     * @param row the row that is edited; absent for a new user
     * @param password the password of a new user; the original form has no field for it
     */
    saveUser: async (
      form: UserForm,
      row?: ReturnType<typeof toUserRow>,
      password?: string,
    ): Promise<Answer<unknown>> => {
      const roles = await allRoles();
      if (roles.error !== null) return roles;
      return save('/users', row?.id, {
        ...fromUserForm(form, roles.data, row),
        ...(row === undefined && { password }),
      });
    },
    removeUser: (id: string) => remove('/users', id),

    // Menus.
    fetchGetMenuList: () =>
      mapData(menuTree(), (nodes) =>
        toRecords({ items: nodes, page: 1, pageSize: Math.max(10, nodes.length), total: nodes.length }, toMenuRow),
      ),
    fetchGetMenuTree: () => mapData(menuTree(), (nodes) => nodes.map(toMenuChoice)),
    saveMenu: (form: MenuForm, id?: string) => save('/menus', id, fromMenuForm(form)),
    removeMenu: (id: string) => remove('/menus', id),
    /** Returns the pages of the front end itself, which the service does not know. */
    fetchGetAllPages: async () => ({ data: frontEnd.pages(), error: null }),
  };
}
