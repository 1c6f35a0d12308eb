import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './bench.ts';
import { casesOf } from './cases.ts';
import { benchFixtureOf, sessionCountOf } from './fixture.ts';
import { generate } from './data.ts';
import { withDatabase, type BenchDatabase } from './database.ts';
import { measureLoad, median } from './drive.ts';
import { sizes, type Options } from './options.ts';
import { benchPasswordHash } from './passwords.ts';
import { residentMb } from './proc.ts';
import { newSecret, programs, startServer } from './processes.ts';
import { aligned } from './report.ts';

const starts = 5;
const restMs = 2000;
const loadMs = { full: 60_000, quick: 10_000 };

type Row = readonly [what: string, value: string, goal: string];

/**
 * Measures the time from the start of the service's process until the service is ready, and the resident memory of the
 * process while idle and after load.
 */
export async function startup({ adminUrl, quick }: Options): Promise<void> {
  const rows = await withDatabase(adminUrl, (database) => onPostgres(database, quick ? loadMs.quick : loadMs.full));
  say('starting on the embedded database');
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-bench-data-'));
  try {
    const embedded = await startTimes({ DATA_DIR: folder });
    rows.push(['start to ready, embedded, existing data', `${embedded.toFixed(0)} ms`, '<= 1500 ms']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.stdout.write(`${aligned(['what', 'median or value', 'goal'], rows)}\n`);
}

/**
 * Returns the median duration of several starts in milliseconds. The first start creates the data and is not counted.
 */
async function startTimes(environment: Readonly<Record<string, string>>): Promise<number> {
  const each: number[] = [];
  for (let start = 0; start <= starts; start += 1) {
    const server = await startServer(programs.portcullis, environment);
    await server.stop();
    if (start > 0) each.push(server.readyMs);
  }
  return median(each);
}

async function onPostgres({ url, client }: BenchDatabase, measureMs: number): Promise<Row[]> {
  const secret = newSecret();
  const environment = { DATABASE_URL: url, JWT_SECRET: secret };
  say('starting on PostgreSQL');
  const readyMs = await startTimes(environment);
  await generate(client, sizes, { passwordHash: await benchPasswordHash(), withSession: sessionCountOf(sizes) });
  const server = await startServer(programs.portcullis, environment);
  try {
    await sleep(restMs);
    const atRest = residentMb(server.pid);
    say(`loading it for ${measureMs / 1000} s`);
    const answering = casesOf(benchFixtureOf(secret, sizes), { ours: [], baseline: [] }).filter(
      ({ load }) => load.status === 200,
    );
    const reads = answering.filter(({ load }) => load.calls(0)[0]?.method === 'GET');
    const calls = (connection: number) => reads.flatMap(({ load }) => load.calls(connection).slice(0, 1));
    const { errors } = await measureLoad(
      server,
      { connections: 32, status: 200, calls },
      { warmMs: 0, measureMs },
      client,
    );
    return [
      ['start to ready, PostgreSQL', `${readyMs.toFixed(0)} ms`, '<= 1000 ms'],
      ['resident at rest', `${atRest.toFixed(0)} MB`, '<= 120 MB'],
      [`resident after ${measureMs / 1000} s of load`, `${residentMb(server.pid).toFixed(0)} MB`, '<= 200 MB'],
      ['errors under load', String(errors), '0'],
    ];
  } finally {
    await server.stop();
  }
}
