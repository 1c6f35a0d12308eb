import { share, type BenchFixture } from './fixture.ts';
import type { Call, Load } from './drive.ts';
import { idOf } from './ids.ts';
import { benchPassword } from './passwords.ts';

/** An implementation with which Portcullis is compared. */
export interface Rival {
  readonly title: string;
  /** The requests for this implementation. If absent, the rate of argon2 alone is measured instead. */
  readonly load?: Load;
}

/** A request that the benchmark measures, and the implementations with which Portcullis is compared. */
export interface Case {
  readonly name: string;
  readonly title: string;
  readonly load: Load;
  readonly rivals: readonly Rival[];
  /** Number of menus in the database during this case. */
  readonly menus: 40 | 400;
}

const connections = 32;
const loginConnections = 8;

const get = (path: string, headers: Call['headers'] = {}): Call => ({ method: 'GET', path, headers });

const load = (calls: Load['calls'], status = 200): Load => ({ connections, status, calls });

/** Returns a case whose only rival is the baseline, which gets the same requests as Portcullis. */
const simple = (name: string, title: string, sent: Load): Case => ({
  name,
  title,
  load: sent,
  rivals: [{ title: 'baseline', load: sent }],
  menus: 40,
});

/** The ETags that each server returns for the contents in `BenchFixture.slugs`, in the order of the slugs. */
export interface Etags {
  readonly ours: readonly string[];
  readonly baseline: readonly string[];
}

export function casesOf(cast: BenchFixture, etags: Etags): readonly Case[] {
  const asReader = (...paths: readonly string[]) =>
    load((connection) => paths.map((path) => get(path, cast.readers[connection % cast.readers.length])));
  const slugs = cast.slugs.map((slug) => `/api/contents/slug/${slug}`);
  const bySlug = load(() => slugs.map((path) => get(path)));
  const unchanged = (known: readonly string[]) =>
    load(() => slugs.map((path, index) => get(path, { 'if-none-match': known[index] ?? '' })), 304);
  const contents = load(() => [get('/api/contents?page=1&pageSize=10')]);
  const logins: Load = { connections: loginConnections, status: 200, calls: loggingIn(cast) };
  return [
    simple('own-permissions', 'GET /auth/permissions', asReader('/api/auth/permissions')),
    simple('permission', 'GET /permissions/:id', asReader(`/api/permissions/${cast.permission}`)),
    simple('permissions', 'GET /permissions, page 1', asReader('/api/permissions?page=1&pageSize=10')),
    simple('user', 'GET /users/:id', asReader(...cast.users.map((id) => `/api/users/${id}`))),
    userRoutes('user-routes-40', asReader, 40),
    userRoutes('user-routes-400', asReader, 400),
    simple('slug', 'GET /contents/slug/:slug, 5 KB', bySlug),
    simple('slug-as-caller', 'the same, with a token', asReader(...slugs)),
    {
      name: 'slug-unchanged',
      title: 'the same, If-None-Match',
      load: unchanged(etags.ours),
      rivals: [{ title: 'baseline', load: unchanged(etags.baseline) }],
      menus: 40,
    },
    simple('contents', 'GET /contents, page 1', contents),
    simple('set-user-roles', 'PUT /users/:id/roles', load(settingRoles(cast))),
    {
      name: 'login',
      title: 'POST /auth/login, 8',
      load: logins,
      rivals: [{ title: 'baseline', load: logins }, { title: 'argon2' }],
      menus: 40,
    },
  ];
}

/**
 * Returns a case with two rivals. The first rival is the baseline that builds the menu tree for each request; only this
 * rival has a goal. The second rival caches trees, as Portcullis does.
 */
const userRoutes = (name: string, asReader: (...paths: readonly string[]) => Load, menus: 40 | 400): Case => ({
  name,
  title: `GET /menus/user-routes, ${menus}`,
  load: asReader('/api/menus/user-routes'),
  rivals: [
    { title: 'baseline', load: asReader('/api/menus/user-routes') },
    { title: 'baseline, remembers trees', load: asReader('/api/menus/user-routes?remembered') },
  ],
  menus,
});

const json = { 'content-type': 'application/json' };

/** Returns calls in which each administrator sets the roles of one user. The roles alternate between two pairs. */
const settingRoles =
  ({ administrators, targets }: BenchFixture): Load['calls'] =>
  (connection) =>
    [2, 4].flatMap((first) =>
      share(
        administrators.map(
          (headers, index): Call => ({
            method: 'PUT',
            path: `/api/users/${targets[index]}/roles`,
            headers: { ...headers, ...json },
            body: JSON.stringify({ roleIds: [idOf('role', first), idOf('role', first + 1)] }),
          }),
        ),
        connection,
        connections,
      ),
    );

const loggingIn =
  ({ logins }: BenchFixture): Load['calls'] =>
  (connection) => [
    {
      method: 'POST',
      path: '/api/auth/login',
      headers: json,
      body: JSON.stringify({ username: logins[connection % logins.length], password: benchPassword }),
    },
  ];
