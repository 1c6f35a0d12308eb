import type { Schemas } from '../client.ts';
import { toListQuery, toRecords, type ListParams, type Page } from './lists.ts';
import { fromMenuForm, toMenuChoice, toMenuRow, type MenuForm } from './menus.ts';
import { fromRoleForm, toRoleRow, type RoleForm } from './roles.ts';
import { homeOf, toConstantRoutes, toUserRoutes } from './routes.ts';
import { toLoginToken, toUserInfo } from './session.ts';
import { fromUserForm, toUserRow, type UserForm } from './users.ts';
import { given } from './values.ts';

/** What the front end's calls answer: one of the two is null. */
export type Answer<Data> =
  | { readonly data: Data; readonly error: null }
  | { readonly data: null; readonly error: Error };

/** As much of an axios request as is made here. */
export interface RequestConfig {
  readonly url: string;
  readonly method?: 'post' | 'patch' | 'delete';
  readonly params?: object;
  readonly data?: object;
}

/** What the front end lends to the calls. All are functions, for its modules import one another in circles. */
export interface FrontEnd<Own extends { readonly name: string }> {
  /** Its request instance: `(config) => request(config)`. */
  readonly request: <Data>(config: RequestConfig) => Promise<Answer<Data>>;
  /** Its own constant routes: login, 403, 404, 500. */
  readonly constantRoutes: () => readonly Own[];
  /** Whether it has a path of its own for a route name. */
  readonly isKnown: (routeName: string) => boolean;
  /** The keys of the pages compiled into it. */
  readonly pages: () => readonly string[];
  /** The name of the page to begin with where it is granted. Default: `home`. */
  readonly home?: string;
}

/** The boxes of the user page's search form that are texts. */
const userTexts = ['userEmail', 'userPhone', 'nickName', 'userName'];

/** The largest page the service answers. */
const pageSize = 100;

async function mapped<Data, Result>(
  answer: Promise<Answer<Data>>,
  turn: (data: Data) => Result,
): Promise<Answer<Result>> {
  const result = await answer;
  return result.error === null ? { ...result, data: turn(result.data) } : result;
}

const listed = <Item, Row>(answer: Promise<Answer<Page<Item>>>, toRow: (item: Item) => Row) =>
  mapped(answer, (page) => toRecords(page, toRow));

/** The calls that a soybean-admin front end makes, by the names that it imports them by, and those its pages lack. */
export function soybeanApi<Own extends { readonly name: string }>(frontEnd: FrontEnd<Own>) {
  const { request, home = 'home' } = frontEnd;

  /** Every role, of however many pages: one that is left out could not be kept by the user who holds it. */
  async function allRoles(params: object = {}): Promise<Answer<Schemas['Role'][]>> {
    const roles: Schemas['Role'][] = [];
    for (let page = 1; ; page += 1) {
      const answer = await request<Page<Schemas['Role']>>({ url: '/roles', params: { ...params, page, pageSize } });
      if (answer.error !== null) return answer;
      roles.push(...answer.data.items);
      if (page * pageSize >= answer.data.total) return { data: roles, error: null };
    }
  }

  const saved = (url: string, id: string | undefined, data: object): Promise<Answer<unknown>> =>
    request(id === undefined ? { url, method: 'post', data } : { url: `${url}/${id}`, method: 'patch', data });

  const removed = (url: string, id: string): Promise<Answer<null>> =>
    request({ url: `${url}/${id}`, method: 'delete' });

  const menuTree = (): Promise<Answer<Schemas['MenuNode'][]>> => request({ url: '/menus/tree' });

  return {
    // Session and routes.
    fetchLogin: (username: string, password: string) =>
      mapped(
        request<Schemas['LoggedIn']>({ url: '/auth/login', method: 'post', data: { username, password } }),
        toLoginToken,
      ),
    fetchRefreshToken: (refreshToken: string) =>
      mapped(
        request<Pick<Schemas['LoggedIn'], 'token'>>({ url: '/auth/refresh', method: 'post', data: { refreshToken } }),
        toLoginToken,
      ),
    /** The stock logout only forgets the tokens, and leaves the session open. */
    fetchLogout: () => request<null>({ url: '/auth/logout', method: 'post' }),
    fetchGetUserInfo: () => mapped(request<Schemas['Profile']>({ url: '/auth/profile' }), toUserInfo),
    /** A demo page asks for errors of its choice; the service has none to order. */
    fetchCustomBackendError: async (code: string, message: string): Promise<Answer<never>> => ({
      data: null,
      error: Object.assign(new Error(message), { code }),
    }),
    fetchGetConstantRoutes: () =>
      mapped(request<Schemas['RouteNode'][]>({ url: '/menus/constant-routes' }), (nodes) =>
        toConstantRoutes(nodes, frontEnd.constantRoutes()),
      ),
    fetchGetUserRoutes: () =>
      mapped(request<Schemas['RouteNode'][]>({ url: '/menus/user-routes' }), (nodes) => {
        const routes = toUserRoutes(nodes);
        return { routes, home: homeOf(routes, home, frontEnd.isKnown) };
      }),
    fetchIsRouteExist: (routeName: string) => request<boolean>({ url: '/menus/route-exists', params: { routeName } }),

    // Roles.
    fetchGetRoleList: (params?: ListParams) =>
      listed(
        request<Page<Schemas['Role']>>({ url: '/roles', params: toListQuery(params, ['roleName', 'roleCode']) }),
        toRoleRow,
      ),
    fetchGetAllRoles: () => mapped(allRoles({ status: 1 }), (roles) => roles.map(toRoleRow)),
    saveRole: (form: RoleForm, id?: string) => saved('/roles', id, fromRoleForm(form)),
    removeRole: (id: string) => removed('/roles', id),
    fetchRoleMenuIds: (id: string) =>
      mapped(request<Schemas['Menu'][]>({ url: `/roles/${id}/menus` }), (menus) => menus.map((menu) => menu.id)),
    saveRoleMenus: (id: string, menuIds: readonly string[]) =>
      request<unknown>({ url: `/roles/${id}/menus`, method: 'post', data: { menuIds } }),

    // Users.
    fetchGetUserList: (params?: ListParams) =>
      listed(
        request<Page<Schemas['User']>>({
          url: '/users',
          params: { ...toListQuery(params, userTexts), gender: given(params?.['userGender']) },
        }),
        toUserRow,
      ),
    /**
     * @param row the row that is edited; absent for a new user
     * @param password of a new user; the stock form has no field for it
     */
    saveUser: async (
      form: UserForm,
      row?: ReturnType<typeof toUserRow>,
      password?: string,
    ): Promise<Answer<unknown>> => {
      const roles = await allRoles();
      if (roles.error !== null) return roles;
      return saved('/users', row?.id, {
        ...fromUserForm(form, roles.data, row),
        ...(row === undefined && { password }),
      });
    },
    removeUser: (id: string) => removed('/users', id),

    // Menus.
    fetchGetMenuList: () =>
      mapped(menuTree(), (nodes) =>
        toRecords({ items: nodes, page: 1, pageSize: Math.max(10, nodes.length), total: nodes.length }, toMenuRow),
      ),
    fetchGetMenuTree: () => mapped(menuTree(), (nodes) => nodes.map(toMenuChoice)),
    saveMenu: (form: MenuForm, id?: string) => saved('/menus', id, fromMenuForm(form)),
    removeMenu: (id: string) => removed('/menus', id),
    /** The service does not know the pages compiled into a front end. */
    fetchGetAllPages: async () => ({ data: frontEnd.pages(), error: null }),
  };
}
