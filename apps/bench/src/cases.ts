import { share, type Cast } from './cast.ts';
import type { Call, Load } from './drive.ts';
import { idOf } from './ids.ts';
import { benchPassword } from './passwords.ts';

/** What Portcullis is compared with. */
export interface Rival {
  readonly title: string;
  /** The least ratio of requests per second that is aimed at; absent: for comparison only. */
  readonly goal?: number;
  /** What is sent to the baseline; absent: argon2's own rate is measured. */
  readonly load?: Load;
  /** Whether it answers the same `data`, but for the total. */
  readonly withoutTotal?: boolean;
}

/** One row of issue 6's table. */
export interface Case {
  readonly name: string;
  readonly title: string;
  readonly load: Load;
  readonly rivals: readonly Rival[];
  /** How many menus there are. */
  readonly menus: 40 | 400;
}

const connections = 32;
const loginConnections = 8;

const get = (path: string, headers: Call['headers'] = {}): Call => ({ method: 'GET', path, headers });

const load = (calls: Load['calls'], status = 200): Load => ({ connections, status, calls });

/** A case whose only rival is the baseline, asked the same. */
const simple = (name: string, title: string, sent: Load, goal: number, menus: 40 | 400 = 40): Case => ({
  name,
  title,
  load: sent,
  rivals: [{ title: 'baseline', goal, load: sent }],
  menus,
});

/** What each of the two calls its answers about the slugs of the cast, in their order. */
export interface Etags {
  readonly ours: readonly string[];
  readonly baseline: readonly string[];
}

export function casesOf(cast: Cast, etags: Etags): readonly Case[] {
  const asReader = (...paths: readonly string[]) =>
    load((connection) => paths.map((path) => get(path, cast.readers[connection % cast.readers.length])));
  const bySlug = load(() => cast.slugs.map((slug) => get(`/api/contents/slug/${slug}`)));
  const unchanged = (known: readonly string[]) =>
    load(
      () => cast.slugs.map((slug, index) => get(`/api/contents/slug/${slug}`, { 'if-none-match': known[index] ?? '' })),
      304,
    );
  const contents = '/api/contents?page=1&pageSize=10';
  const listed = load(() => [get(contents)]);
  const counted = load(() => [get(`${contents}&count`)]);
  const logins: Load = { connections: loginConnections, status: 200, calls: loggingIn(cast) };
  return [
    simple('own-permissions', 'GET /auth/permissions', asReader('/api/auth/permissions'), 0.85),
    simple('permission', 'GET /permissions/:id', asReader(`/api/permissions/${cast.permission}`), 0.85),
    simple('permissions', 'GET /permissions, page 1', asReader('/api/permissions?page=1&pageSize=10'), 0.8),
    simple('user', 'GET /users/:id', asReader(...cast.users.map((id) => `/api/users/${id}`)), 0.8),
    simple('user-routes-40', 'GET /menus/user-routes, 40', asReader('/api/menus/user-routes'), 1.5),
    simple('user-routes-400', 'GET /menus/user-routes, 400', asReader('/api/menus/user-routes'), 2.5, 400),
    simple('slug', 'GET /contents/slug/:slug, 5 KB', bySlug, 0.8),
    {
      name: 'slug-unchanged',
      title: 'the same, If-None-Match',
      load: unchanged(etags.ours),
      rivals: [
        { title: 'baseline, in full', goal: 1.2, load: bySlug },
        { title: 'baseline, 304', load: unchanged(etags.baseline) },
      ],
      menus: 40,
    },
    {
      name: 'contents',
      title: 'GET /contents, page 1',
      load: listed,
      rivals: [
        { title: 'baseline, no total', goal: 0.5, load: listed, withoutTotal: true },
        { title: 'baseline, count(*)', goal: 10, load: counted },
      ],
      menus: 40,
    },
    simple('set-user-roles', 'PUT /users/:id/roles', load(settingRoles(cast)), 0.9),
    {
      name: 'login',
      title: 'POST /auth/login, 8',
      load: logins,
      rivals: [
        { title: 'argon2', goal: 0.95 },
        { title: 'baseline', load: logins },
      ],
      menus: 40,
    },
  ];
}

const json = { 'content-type': 'application/json' };

/** Each administrator sets the roles of one user that nobody else touches, to one pair and then to another. */
const settingRoles =
  ({ administrators, targets }: Cast): Load['calls'] =>
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
  ({ logins }: Cast): Load['calls'] =>
  (connection) => [
    {
      method: 'POST',
      path: '/api/auth/login',
      headers: json,
      body: JSON.stringify({ username: logins[connection % logins.length], password: benchPassword }),
    },
  ];
