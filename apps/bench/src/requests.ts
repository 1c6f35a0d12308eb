import { password, type Service } from './service.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';

export interface Request {
  readonly method?: Method;
  readonly path: string;
  readonly token?: string;
  readonly body?: object;
  readonly etag?: string;
}

/** One request that is repeated, or the request with the number `n`, so that requests differ. */
export type Repeated = Request | ((n: number) => Request);

/** The requests by name. */
export type Requests = Readonly<Record<string, Repeated>>;

const userCount = 60;
export const userNames = Array.from({ length: userCount }, (_, n) => `person${n}`);
const callerCount = 40;

/** Returns about 2.5 KB of Markdown with a heading, a list, a table and code. */
export function markdown(n: number): string {
  const prose = 'A store keeps every page that a reader may open, and the team decides who edits which of them. ';
  const code = '```js\nfor (const page of await store.list({ open: true })) console.log(page);\n```';
  const table = '| page | reader |\n| --- | --- |\n| first | one |\n| second | **two** |';
  return `# Article ${n}\n\n${prose.repeat(8)}\n\n- one\n- [two](https://example.com)\n\n${code}\n\n${table}\n\n${prose.repeat(16)}`;
}

export const headersOf = ({ token, body, etag }: Request): Record<string, string> => ({
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
  ...(body !== undefined && { 'content-type': 'application/json' }),
  ...(etag !== undefined && { 'if-none-match': etag }),
});

export const send = (url: string, request: Request): Promise<Response> =>
  fetch(url + request.path, {
    method: request.method ?? 'GET',
    headers: headersOf(request),
    body: request.body === undefined ? null : JSON.stringify(request.body),
  });

/** The parts of `data` that the bench reads. */
export interface Data {
  readonly id: string;
  readonly items: readonly Data[];
  readonly roles: readonly Data[];
  readonly user: Data;
  readonly token: { readonly accessToken: string };
}

/** Logs in. The functions of the result send a request with its token, and return `data` of the response. */
export async function logIn({ url }: Service, username: string) {
  let token: string | undefined;
  const get = async (path: string, method: Method = 'GET', body?: object) => {
    const response = await send(url, { method, path, ...(token && { token }), ...(body && { body }) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    const { data }: { data: Data } = Object(await response.json());
    return data;
  };
  const post = (path: string, body: object) => get(path, 'POST', body);
  const { token: tokens, user } = await post('/api/auth/login', { username, password });
  token = tokens.accessToken;
  return { id: user.id, token, get, post };
}

/** Calls `work` with all numbers below `count`, at once. */
export const times = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

const ids = (rows: readonly Data[]): readonly string[] => rows.map(({ id }) => id);

/** Creates users with two roles, which have all permissions and 40 menus. */
export async function createAccounts(service: Service): Promise<void> {
  const { get, post } = await logIn(service, 'admin');
  const menu = (n: number, parentId: string | null) => {
    const route = { routeName: `menu_${n}`, routePath: `/menu/${n}`, order: n };
    return post('/api/menus', { ...route, parentId, menuType: parentId === null ? 1 : 2 });
  };
  const roots = await times(4, (n) => menu(n, null));
  const menus = [...roots, ...(await times(36, (n) => menu(4 + n, roots[n % 4]?.id ?? null)))];
  const reader = await post('/api/roles', { code: 'READER', name: 'Reader' });
  const { items: permissions } = await get('/api/permissions?pageSize=100');
  await post(`/api/roles/${reader.id}/permissions`, { permissionIds: ids(permissions) });
  await post(`/api/roles/${reader.id}/menus`, { menuIds: ids(menus) });
  const { items: roles } = await get('/api/roles?pageSize=100');
  await times(userCount, (n) => {
    const username = userNames[n];
    return post('/api/users', { username, email: `${username}@example.com`, password, roleIds: ids(roles) });
  });
}

/** Creates tags and published contents. */
export async function createContents(service: Service, count = 2000): Promise<void> {
  const { post } = await logIn(service, 'person0');
  await times(50, (n) => post('/api/tags', { name: `Tag ${n}` }));
  // At most 16 documents may wait for their conversion.
  for (let first = 0; first < count; first += 10)
    await times(10, async (nth) => {
      const n = first + nth;
      const body = { title: `Article ${n}`, slug: `article-${n}`, summary: `Summary ${n}`, contentMd: markdown(n) };
      const { id } = await post('/api/contents', body);
      await post(`/api/contents/${id}/publish`, {});
    });
  await service.database?.query('VACUUM ANALYZE');
}

/** Returns the requests that are measured, with the tokens and ids of this service. */
export async function requestsOf(service: Service): Promise<Requests> {
  const users = await times(userCount, (n) => logIn(service, `person${n}`));
  const [callers, others] = [users.slice(0, callerCount), users.slice(callerCount)];
  const { id, token, get } = await logIn(service, 'person0');
  const roleIds = ids((await get(`/api/users/${id}`)).roles);
  const contents = ids((await get('/api/contents?page=3&pageSize=100')).items);
  const slug = '/api/contents/slug/article-77';
  const list = '/api/contents?page=2&pageSize=10';
  /** Returns the request with the ETag of its response, if it has one. */
  const unchanged = async (request: Request): Promise<Request> => {
    const { headers } = await send(service.url, request);
    return { ...request, etag: headers.get('etag') ?? '' };
  };
  const write = (method: Method, path: string, body: object) => ({ method, path, body, token });
  return {
    permissions: { path: '/api/auth/permissions', token },
    user: { path: `/api/users/${others[0]?.id}`, token },
    list: { path: list },
    'list-unchanged': await unchanged({ path: list }),
    'list-with-token': { path: list, token },
    'list-with-token-unchanged': await unchanged({ path: list, token }),
    article: { path: slug },
    'article-unchanged': await unchanged({ path: slug }),
    menus: { path: '/api/menus/user-routes', token },
    tags: { path: '/api/tags?pageSize=10' },
    'create-article': (n) =>
      write('POST', '/api/contents', { title: `New ${n}`, slug: `new-${n}`, contentMd: markdown(n) }),
    'change-article': (n) => write('PATCH', `/api/contents/${contents[n % 100]}`, { summary: `New ${n}` }),
    'create-tag': (n) => write('POST', '/api/tags', { name: `New ${n}` }),
    'set-roles': (n) => ({
      ...write('PUT', `/api/users/${others[n % others.length]?.id}/roles`, { roleIds: roleIds.slice(n % 2) }),
      token: callers[n % callerCount]?.token ?? '',
    }),
    login: (n) => write('POST', '/api/auth/login', { username: userNames.at(-1 - (n % others.length)), password }),
  };
}
