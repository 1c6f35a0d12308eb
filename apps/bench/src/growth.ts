import { say } from './bench.ts';
import { castOf, withSession } from './cast.ts';
import { generate, type Sizes } from './data.ts';
import { withDatabase, type BenchDatabase } from './database.ts';
import { drive, type Times } from './drive.ts';
import type { Options } from './options.ts';
import { benchPasswordHash } from './passwords.ts';
import { callOf, probesOf, type Probe } from './probes.ts';
import { newSecret, programs, startServer } from './processes.ts';
import { aligned } from './report.ts';

const administrators = 10;
const small: Sizes = { users: 1000, administrators, permissions: 0, contents: 1000 };
const large: Sizes = { users: 100_000, administrators, permissions: 19_980, contents: 100_000 };
const huge: Sizes = { ...large, users: 1_000_000, contents: 1_000_000 };

/** How each request's time grows with the tables; every size is a database of its own. */
export async function growth({ adminUrl, full, quick }: Options): Promise<void> {
  const stages = full ? [small, large, huge] : [small, large];
  const times: Times = quick ? { warmMs: 200, measureMs: 200 } : { warmMs: 800, measureMs: 1200 };
  const found: Stage[] = [];
  for (const sizes of stages) {
    say(`${sizes.contents} contents and users, ${sizes.permissions + 20} permissions`);
    found.push(await withDatabase(adminUrl, (database) => probeAll(database, sizes, times)));
  }
  const heads = stages.map(({ contents, permissions }) => `p50 ms, ${contents} rows, ${permissions + 20} permissions`);
  process.stdout.write(`${aligned(['request', ...heads, 'largest/smallest', 'law', 'goal'], rowsOf(found))}\n`);
}

/** The median of each probe in milliseconds, by its title. */
type Stage = ReadonlyMap<string, { readonly probe: Probe; readonly ms: number }>;

const goals = { growth: 1.5, lastPage: 20, searchMs: 5 };

function rowsOf(stages: readonly Stage[]): readonly (readonly string[])[] {
  const largest = stages.at(-1);
  return [...(stages[0]?.values() ?? [])].map(({ probe: { title, kind }, ms: smallest }) => {
    const each = stages.map((stage) => stage.get(title)?.ms ?? Number.NaN);
    const last = each.at(-1) ?? Number.NaN;
    const ratio = last / smallest;
    const firstPage = largest?.get(title.replace('last page', 'page 1'))?.ms ?? Number.NaN;
    const [goal, isMet] = {
      'page 1': [`<= ${goals.growth} times`, ratio <= goals.growth] as const,
      read: [`<= ${goals.growth} times`, ratio <= goals.growth] as const,
      'last page': [`<= ${goals.lastPage} times page 1`, last <= goals.lastPage * firstPage] as const,
      'rare word': [`<= ${goals.searchMs} ms`, last <= goals.searchMs] as const,
    }[kind];
    const law = ratio <= goals.growth ? 'does not grow' : 'grows with the table';
    return [title, ...each.map((ms) => ms.toFixed(2)), ratio.toFixed(1), law, `${goal} ${isMet ? 'met' : 'missed'}`];
  });
}

async function probeAll({ url, client }: BenchDatabase, sizes: Sizes, times: Times): Promise<Stage> {
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
    const p50 = new Map<string, { probe: Probe; ms: number }>();
    for (const probe of await probesOf(server.url, cast)) {
      const calls = () => [callOf(probe, cast)];
      const { p50Ms, errors } = await drive(server, { connections: 1, status: 200, calls }, times, client);
      if (errors > 0) throw new Error(`${probe.title} answered ${errors} errors.`);
      p50.set(probe.title, { probe, ms: p50Ms });
    }
    return p50;
  } finally {
    await server.stop();
  }
}
