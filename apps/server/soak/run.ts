import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPrimary } from '../test/support/database-servers.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { freePort, postgresPrograms, createTestHost } from '../test/support/machine.ts';
import { startServer } from '../test/support/server.ts';
import { administrator, logInAs, signingSecret } from '../test/support/service.ts';
import { Clients, emptyResponseCounts, type ResponseCounts } from './support/clients.ts';
import { reads } from './support/reads.ts';
import { metricsAt, sampleOn, type Sample } from './support/samples.ts';
import { weightedRoundRobin } from './support/scenario.ts';
import { createSoakData, type SoakData } from './support/site.ts';
import { summary } from './support/table.ts';
import { faultyRequests } from './support/troubles.ts';
import { checkResults } from './support/verdict.ts';
import { writes } from './support/writes.ts';

const perSecond = 100;
const clientCount = 24;
const poolSize = 10;
const longestRequestMs = 5000;
const collector = new URL('support/collect.js', import.meta.url).href;

/** Runs clients that execute one scenario after another until `over` is aborted. */
async function load(site: SoakData, seen: ResponseCounts, over: AbortSignal): Promise<void> {
  const clients = new Clients(perSecond, seen);
  const next = weightedRoundRobin([
    ...reads(site, clients),
    ...writes(site, clients),
    ...faultyRequests(site, clients),
  ]);
  const client = async (): Promise<void> => {
    while (!over.aborted) await clients.note(next().run);
  };
  await Promise.all(Array.from({ length: clientCount }, client));
}

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error(`--minutes takes a number above 0, not '${values.minutes}'.`);

// An exit handler kills the started processes. A signal alone would end this process without calling the handler.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const machine = createTestHost(...postgresPrograms);
try {
  const database = await startPrimary(machine);
  const metricsPort = await freePort();
  const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  const server = await startServer(machine, {
    NODE_ENV: 'production',
    NODE_OPTIONS: `--import ${collector}`,
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: `${poolSize}`,
    METRICS_PORT: `${metricsPort}`,
    ADMIN_PASSWORD: administrator.password,
    JWT_SECRET: signingSecret,
    REGISTER_RATE_LIMIT: '1000000',
  });
  const { api } = server;
  const site = await createSoakData({ api, admin: await logInAs(api, administrator) });
  const samples: Sample[] = [];
  const seen = emptyResponseCounts();
  const over = AbortSignal.timeout(minutes * 60_000);
  const began = performance.now();
  const collect = (): void => {
    const pid = server.pid();
    if (pid === undefined) throw new Error('The service has ended.');
    process.kill(pid, 'SIGUSR2');
  };
  const sampling = sampleOn(metricsUrl, over, collect, (sample) => {
    samples.push(sample);
    printMeasurement(
      `minute ${sample.minutes.toFixed(1)}`,
      `${sample.resident.toFixed(1)} MB, ${seen.requests} requests`,
    );
  });
  await Promise.all([load(site, seen, over), sampling]);
  const took = (performance.now() - began) / 1000;
  await sleep(longestRequestMs);
  const metric = await metricsAt(metricsUrl);
  const connections = (state: string): number => metric(`portcullis_database_connections{state="${state}"}`);
  const atRest = { inUse: connections('in_use'), waiting: connections('waiting') };
  const checks = checkResults({ minutes, samples, atRest, seen, poolSize });
  process.stdout.write(`\n${summary(samples, seen, checks)}\n\n`);
  printMeasurement('requests a second', seen.requests / took);
  if (checks.some(({ holds }) => !holds)) process.exitCode = 1;
} finally {
  await machine.dismantle();
}
