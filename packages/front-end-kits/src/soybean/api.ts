import { accountCalls } from './account-calls.ts';
import { mapData, operationsOf, type ResponseWithHeaders, type Request } from './calls.ts';
import { grantCalls } from './grant-calls.ts';
import { menuCalls, roleCalls, userCalls } from './resource-calls.ts';
import { homeOf, toConstantRoutes, toUserRoutes } from './routes.ts';
import { omitUncompiledPages, type CompiledComponents } from './usable.ts';
import type { Names } from './values.ts';

/**
 * The parts of the front end that the calls use. Some parts are functions that return a value, because circular imports
 * can leave the value undefined until the front end has loaded.
 */
export interface FrontEnd<
  Failure extends Error,
  Reply,
  Own extends { readonly name: string },
  Key extends string,
  Route extends string,
> extends Names<Key, Route> {
  /** Calls the request instance of the front end: `(config) => request(config)`. */
  readonly request: Request<Failure, Reply>;
  /** The constant routes of the front end: login, 403, 404, 500. */
  readonly constantRoutes: () => readonly Own[];
  /** The layouts and pages that are compiled into the front end. */
  readonly compiled: () => CompiledComponents;
  /** Returns the text of a key of the locale files. */
  readonly translate: (key: Key) => string;
  /** The name of the page that opens after login. If the user may not open this page, another page opens. */
  readonly home: Route;
  /** Called with the names of menus that were omitted because their pages are not compiled into the front end. */
  readonly onDropped: (menuNames: readonly string[]) => void;
}

/**
 * Creates the API functions of a soybean-admin front end, under the names that the front end imports, and functions for
 * additional pages.
 * @example
 * const api = soybeanApi({
 *   ...anyNames,
 *   request: async <Data>({ url, method }: RequestConfig): Promise<Answer<Data, Error, { headers: object }>> => {
 *     const response = { headers: {} };
 *     return { data: null, error: new Error(`${method ?? 'get'} ${url} is not answered here`), response };
 *   },
 *   constantRoutes: () => [{ name: 'login' }],
 *   compiled: () => ({ layouts: ['base'], views: ['home'] }),
 *   translate: (key) => key,
 *   home: 'home',
 *   onDropped: (names) => console.warn(names),
 * });
 * console.log((await api.fetchGetUserInfo()).error?.message); // get /auth/profile is not answered here
 */
export function soybeanApi<
  Failure extends Error,
  Reply extends ResponseWithHeaders,
  Own extends { readonly name: string },
  Key extends string,
  Route extends string,
>(frontEnd: FrontEnd<Failure, Reply, Own, Key, Route>) {
  const { request, home } = frontEnd;
  const { get } = operationsOf(request);

  /** Reads route nodes, and omits the nodes that the front end cannot show. */
  const fetchNodes = (path: '/api/menus/constant-routes' | '/api/menus/user-routes') =>
    mapData(get(path), (all) => {
      const { nodes, dropped } = omitUncompiledPages(all, frontEnd.compiled());
      if (dropped.length > 0) frontEnd.onDropped(dropped);
      return nodes;
    });

  return {
    ...accountCalls(request),
    ...userCalls(request),
    ...roleCalls(request),
    ...grantCalls(request, frontEnd, frontEnd.translate),
    ...menuCalls(request, frontEnd),
    fetchGetConstantRoutes: () =>
      mapData(fetchNodes('/api/menus/constant-routes'), (nodes) =>
        toConstantRoutes(nodes, frontEnd.constantRoutes(), frontEnd),
      ),
    fetchGetUserRoutes: () =>
      mapData(fetchNodes('/api/menus/user-routes'), (nodes) => {
        const routes = toUserRoutes(nodes, frontEnd);
        return { routes, home: homeOf(routes, home, frontEnd) };
      }),
    fetchIsRouteExist: (routeName: string) => get('/api/menus/route-exists', { params: { query: { routeName } } }),
    /** Returns the pages that are compiled into the front end. The service has no list of them. */
    fetchGetAllPages: async (): Promise<{ readonly data: string[]; readonly error: null }> => ({
      data: [...frontEnd.compiled().views],
      error: null,
    }),
  };
}
