import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { printMeasurement } from '../test/support/figure.ts';
import { withDatabase } from '../test/support/process.ts';
import { administrator, logInAs, signingSecret } from '../test/support/service.ts';
import { apiAt } from '../test/support/api.ts';
import { withBusyProcesses } from './support/hostile-clients.ts';
import { startLatencyMonitor, type LatencyMonitor } from './support/latency-monitor.ts';
import { quantile, tally } from './support/load.ts';
import { startCluster, type ServerProcess } from './support/processes.ts';
import { lives, writeSender, type SentWrite } from './support/write-requests.ts';

const poolSize = 10;
const clients = 4 * poolSize;
const pairs = 5;
const phaseMs = 6000;

/** Runs clients that send all kinds of writes, until `work` ends. Returns the results of the requests. */
async function withClients(url: string, token: string, work: () => Promise<unknown>): Promise<readonly SentWrite[]> {
  const send = writeSender(url, () => token);
  const sent: SentWrite[] = [];
  const over = new AbortController();
  const client = async (first: number): Promise<void> => {
    for (let next = first; !over.signal.aborted; next += 1) {
      const life = lives[next % lives.length];
      sent.push(...((await life?.(send)) ?? []), await send('search', 'GET', '/contents?search=text'));
    }
  };
  const running = Array.from({ length: clients }, (_, index) => client(index));
  await work();
  over.abort();
  await Promise.all(running);
  return sent;
}

/** Expects that each request succeeded, or was refused with a time after which the client may try again. */
function expectClear(title: string, sent: readonly SentWrite[]): void {
  const statuses = tally(sent.map(({ status, reason }) => `${status} ${reason}`.trim()));
  printMeasurement(`${title}: responses`, JSON.stringify(statuses));
  printMeasurement(`${title}: longest request in ms`, Math.round(Math.max(...sent.map(({ ms }) => ms))));
  // An installation has a limited number of webhooks, and the clients create more of them at the same time.
  const isRight = ({ status, reason }: SentWrite): boolean =>
    (status >= 200 && status < 300) || reason === 'too-many-webhooks';
  const isClear = (each: SentWrite): boolean =>
    isRight(each) || ((each.status === 503 || each.status === 429) && each.retryAfter !== null);
  const others = sent.filter((each) => !isClear(each));
  expect(others.map(({ operation, status, reason }) => `${operation}: ${status} ${reason}`)).to.deep.equal([]);
}

describe('A machine whose cores are all busy', () => {
  let monitor: LatencyMonitor;
  before(async () => {
    monitor = await startLatencyMonitor();
  });
  after(() => monitor?.stop());

  it(`serves ${clients} clients on PostgreSQL, or refuses clearly; access checks stay within 3 times their p99`, async () => {
    const cluster = await startCluster({ DATABASE_POOL_SIZE: `${poolSize}` });
    try {
      const server: ServerProcess = cluster.servers[0];
      const token = cluster.admin.token ?? '';
      const checks: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] };
      const sent: SentWrite[] = [];
      const machine: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] };
      const measure = async (phase: 'alone' | 'beside'): Promise<void> => {
        const { service, echo } = await monitor.during(server, token, () => sleep(phaseMs));
        const own = service.filter(({ name }) => name === 'permissions');
        expect(own.filter(({ status }) => status !== 200)).to.deep.equal([]);
        checks[phase].push(...own.map(({ ms }) => ms));
        machine[phase].push(...echo.map(({ ms }) => ms));
      };
      await withBusyProcesses(availableParallelism(), async () => {
        for (let pair = 0; pair < pairs; pair += 1) {
          await measure('alone');
          sent.push(...(await withClients(server.url, token, () => measure('beside'))));
        }
      });
      expectClear('PostgreSQL', sent);
      const [alone, beside] = [quantile(checks.alone, 0.99), quantile(checks.beside, 0.99)];
      printMeasurement(
        'p99 of access checks in ms without and with clients',
        `${alone.toFixed(1)}, ${beside.toFixed(1)}`,
      );
      // The clients run on the same machine, so an idle process also responds later beside them.
      const idle = [machine.alone, machine.beside].map((times) => quantile(times, 0.99).toFixed(1));
      printMeasurement('p99 of an idle process in ms without and with clients', idle.join(', '));
      printMeasurement('ratio', (beside / alone).toFixed(2));
      expect(beside / alone).to.be.at.most(3);
    } finally {
      await cluster.stop();
    }
  });

  it(`serves ${clients} clients on the embedded database, or refuses clearly`, () =>
    withDatabase(async (_directory, start) => {
      const program = start({
        LOG_LEVEL: 'info',
        ADMIN_PASSWORD: administrator.password,
        JWT_SECRET: signingSecret,
      });
      const url = await program.listening;
      const { token = '' } = await logInAs(apiAt(url), administrator);
      await withBusyProcesses(availableParallelism(), async () => {
        expectClear('embedded', await withClients(url, token, () => sleep(2 * phaseMs)));
      });
    }));
});
