import { say } from './bench.ts';
import { benchFixtureOf, sessionCountOf, type BenchFixture } from './fixture.ts';
import { generate, type Sizes } from './data.ts';
import { withDatabase, type BenchDatabase } from './database.ts';
import { measureLoad, median, type Measurement, type Times } from './drive.ts';
import type { Options } from './options.ts';
import { benchPasswordHash } from './passwords.ts';
import { callOf, probesOf, type Probe } from './probes.ts';
import { newSecret, programs, startServer, type ServerProcess } from './processes.ts';
import { aligned, fixed, spreadOf, type Spread } from './report.ts';

const administrators = 10;
const sizesOf = (rows: number, permissions: number): Sizes => ({
  users: rows,
  contents: rows,
  taggedContents: rows / 10,
  auditRecords: rows,
  administrators,
  permissions,
});
const small = sizesOf(1000, 0);
const large = sizesOf(100_000, 19_980);
const huge = sizesOf(1_000_000, 19_980);

/** One size of the tables: a database of this size, a server that uses the database, and the measured requests. */
interface Stage {
  readonly server: ServerProcess;
  readonly client: BenchDatabase['client'];
  readonly cast: BenchFixture;
  readonly probes: readonly Probe[];
}

/**
 * Prints how the time of each request grows with the tables. Every size has a separate database. The databases are
 * measured alternately, so that other load on the machine affects all of them alike.
 */
export async function growth({ adminUrl, full, quick, rounds }: Options): Promise<void> {
  const sizes = full ? [small, large, huge] : [small, large];
  const times: Times = quick ? { warmMs: 100, measureMs: 300 } : { warmMs: 300, measureMs: 1000 };
  const grown = await withStages(adminUrl, sizes, [], (stages) => measure(stages, times, rounds));
  const heads = sizes.map(({ contents, permissions }) => `p50 ms, ${contents} rows, ${permissions + 20} permissions`);
  const head = ['request', ...heads, 'largest/smallest (least to most)', 'the same for CPU time', 'law', 'goal'];
  process.stdout.write(`${aligned(head, rowsOf(grown))}\n`);
}

async function withStages<T>(
  adminUrl: string,
  [sizes, ...more]: readonly Sizes[],
  begun: readonly Stage[],
  work: (stages: readonly Stage[]) => Promise<T>,
): Promise<T> {
  if (sizes === undefined) return work(begun);
  return withDatabase(adminUrl, async ({ url, client }) => {
    say(`generating ${sizes.contents} contents, users and audit records, ${sizes.permissions + 20} permissions`);
    const secret = newSecret();
    const server = await startServer(programs.portcullis, { DATABASE_URL: url, JWT_SECRET: secret });
    try {
      await generate(client, sizes, { passwordHash: await benchPasswordHash(), withSession: sessionCountOf(sizes) });
      // The readers have every permission, to show that the cost of an access check does not depend on the number of
      // permissions.
      await client.query(
        `INSERT INTO role_permissions (role_id, permission_id)
         SELECT r.id, p.id FROM roles r, permissions p WHERE r.code = 'BENCH_2'`,
      );
      await client.query('VACUUM ANALYZE role_permissions');
      const cast = benchFixtureOf(secret, sizes);
      const stage = { server, client, cast, probes: await probesOf(server.url, cast) };
      return await withStages(adminUrl, more, [...begun, stage], work);
    } finally {
      await server.stop();
    }
  });
}

/** The figures of one probe, for each stage and each round. */
interface Grown {
  readonly probe: Probe;
  readonly stages: readonly Measurement[][];
}

async function measure(stages: readonly Stage[], times: Times, rounds: number): Promise<readonly Grown[]> {
  const grown = (stages[0]?.probes ?? []).map((probe): Grown => ({ probe, stages: stages.map(() => []) }));
  for (let round = 0; round < rounds; round += 1) {
    say(`round ${round + 1} of ${rounds}`);
    for (const [index, { stages: taken }] of grown.entries()) {
      const inTurn = [...stages.entries()];
      for (const [at, stage] of round % 2 === 0 ? inTurn : inTurn.toReversed()) {
        taken[at]?.push(await ask(stage, stage.probes[index], times));
      }
    }
  }
  return grown;
}

async function ask({ server, client, cast }: Stage, probe: Probe | undefined, times: Times): Promise<Measurement> {
  if (probe === undefined) throw new Error('The stages have different probes.');
  const load = { connections: 1, status: 200, calls: () => [callOf(probe, cast)] };
  const figures = await measureLoad(server, load, times, client);
  if (figures.errors > 0) throw new Error(`${probe.title} answered ${figures.errors} errors.`);
  return figures;
}

const goals = { growth: 1.5, lastPage: 20, searchMs: 5 };

function rowsOf(all: readonly Grown[]): readonly (readonly string[])[] {
  const largestOf = (title: string) => all.find(({ probe }) => probe.title === title)?.stages.at(-1) ?? [];
  return all.map(({ probe: { title, kind }, stages }) => {
    const [smallest, largest] = [stages[0] ?? [], stages.at(-1) ?? []];
    const p50 = spreadOf(quotients(largest, smallest, ({ p50Ms }) => p50Ms));
    const cpu = spreadOf(quotients(largest, smallest, ({ serverUs, databaseUs }) => serverUs + databaseUs));
    const pages = spreadOf(quotients(largest, largestOf(title.replace('last page', 'page 1')), ({ p50Ms }) => p50Ms));
    const databaseMs = median(largest.map(({ databaseUs }) => databaseUs)) / 1000;
    const goal = {
      'page 1': goalOf(p50.median, goals.growth, 'times'),
      read: goalOf(p50.median, goals.growth, 'times'),
      'last page': goalOf(pages.median, goals.lastPage, 'times page 1'),
      'rare word': goalOf(databaseMs, goals.searchMs, 'ms of PostgreSQL'),
      whole: 'none: every code is returned',
    }[kind];
    return [
      title,
      ...stages.map((rounds) => fixed(median(rounds.map(({ p50Ms }) => p50Ms)), 2)),
      shown(p50),
      shown(cpu),
      p50.median <= goals.growth ? 'does not grow' : kind === 'whole' ? 'grows with the codes' : 'grows with the table',
      goal,
    ];
  });
}

const quotients = (
  ours: readonly Measurement[],
  theirs: readonly Measurement[],
  pick: (figures: Measurement) => number,
): readonly number[] =>
  ours.flatMap((figures, round) => (theirs[round] === undefined ? [] : [pick(figures) / pick(theirs[round])]));

const shown = ({ median: middle, least, most }: Spread): string =>
  `${fixed(middle, 1)} (${fixed(least, 1)} to ${fixed(most, 1)})`;

const goalOf = (value: number, most: number, unit: string): string =>
  `${fixed(value, 1)}, <= ${most} ${unit} ${value <= most ? 'met' : 'missed'}`;
