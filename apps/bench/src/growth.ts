import { say } from './bench.ts';
import { builtInPermission, castOf, withSession, type Cast } from './cast.ts';
import { generate, rareWord, type Sizes } from './data.ts';
import { withDatabase, type BenchDatabase } from './database.ts';
import { drive, type Call, type Times } from './drive.ts';
import { idOf } from './ids.ts';
import type { Options } from './options.ts';
import { benchPasswordHash } from './passwords.ts';
import { newSecret, programs, startServer } from './processes.ts';
import { aligned } from './report.ts';

interface Probe {
  readonly title: string;
  readonly path: string;
  /** Whether it is asked with a token. */
  readonly isPersonal: boolean;
}

const searched = rareWord(77);
const lists = [
  { title: 'users', path: '/api/users', isPersonal: true },
  { title: 'permissions', path: '/api/permissions', isPersonal: true },
  { title: 'contents', path: '/api/contents', isPersonal: false },
];

const reads: readonly Probe[] = [
  { title: 'user', path: `/api/users/${idOf('user', 60)}`, isPersonal: true },
  { title: 'permission', path: `/api/permissions/${builtInPermission}`, isPersonal: true },
  { title: 'content', path: `/api/contents/${idOf('content', 7)}`, isPersonal: false },
  { title: 'content by slug', path: '/api/contents/slug/article-7', isPersonal: false },
  { title: 'own permissions', path: '/api/auth/permissions', isPersonal: true },
  { title: 'own menus', path: '/api/menus/user-routes', isPersonal: true },
];

const administrators = 10;
const small: Sizes = { users: 1000, administrators, permissions: 0, contents: 1000 };
const large: Sizes = { users: 100_000, administrators, permissions: 19_980, contents: 100_000 };
const huge: Sizes = { ...large, users: 1_000_000, contents: 1_000_000 };

/** How each request's time grows with the tables; every size is a database of its own. */
export async function growth({ adminUrl, full, quick }: Options): Promise<void> {
  const stages = full ? [small, large, huge] : [small, large];
  const times: Times = quick ? { warmMs: 200, measureMs: 200 } : { warmMs: 800, measureMs: 1200 };
  const found: ReadonlyMap<string, number>[] = [];
  for (const sizes of stages) {
    say(`${sizes.contents} contents and users, ${sizes.permissions + 20} permissions`);
    found.push(await withDatabase(adminUrl, (database) => probeAll(database, sizes, times)));
  }
  const first = found[0] ?? new Map<string, number>();
  const rows = [...first].map(([title, smallest]) => {
    const each = found.map((stage) => stage.get(title) ?? Number.NaN);
    const ratio = (each.at(-1) ?? Number.NaN) / smallest;
    return [title, ...each.map((ms) => ms.toFixed(2)), ratio.toFixed(1)];
  });
  const heads = stages.map(({ contents, permissions }) => `p50 ms, ${contents} rows, ${permissions + 20} permissions`);
  process.stdout.write(`${aligned(['request', ...heads, 'largest/smallest'], rows)}\n`);
}

async function probeAll(
  { url, client }: BenchDatabase,
  sizes: Sizes,
  times: Times,
): Promise<ReadonlyMap<string, number>> {
  const secret = newSecret();
  const server = await startServer(programs.portcullis, { DATABASE_URL: url, JWT_SECRET: secret });
  try {
    await generate(client, sizes, { passwordHash: await benchPasswordHash(), withSession: withSession(sizes) });
    // A caller with every permission: what an access check costs must not depend on how many that are.
    await client.query(
      `INSERT INTO role_permissions (role_id, permission_id)
       SELECT r.id, p.id FROM roles r, permissions p WHERE r.code = 'BENCH_2'`,
    );
    await client.query('VACUUM ANALYZE role_permissions');
    const cast = castOf(secret, sizes);
    const p50 = new Map<string, number>();
    for (const probe of await probesOf(server.url, cast)) {
      const calls = () => [callOf(probe, cast)];
      const { p50Ms, errors } = await drive(server, { connections: 1, status: 200, calls }, times, client);
      if (errors > 0) throw new Error(`${probe.title} answered ${errors} errors.`);
      p50.set(probe.title, p50Ms);
    }
    return p50;
  } finally {
    await server.stop();
  }
}

const callOf = ({ path, isPersonal }: Probe, { readers }: Cast): Call => ({
  method: 'GET',
  path,
  headers: (isPersonal ? readers[0] : undefined) ?? {},
});

/** Of each list the first page, the last and the search for a word that one row has; and every single read. */
async function probesOf(url: string, cast: Cast): Promise<readonly Probe[]> {
  const probes: Probe[] = [];
  for (const list of lists) {
    const { headers } = callOf(list, cast);
    const { data }: { data: { total: number } } = Object(await (await fetch(`${url}${list.path}`, { headers })).json());
    const last = Math.ceil(data.total / 10);
    probes.push(
      { ...list, title: `${list.title}, page 1` },
      { ...list, title: `${list.title}, last page`, path: `${list.path}?page=${last}` },
      { ...list, title: `${list.title}, rare word`, path: `${list.path}?search=${searched}` },
    );
  }
  return [...probes, ...reads];
}
