import { availableParallelism } from 'node:os';
import { expect } from 'chai';
import { printMeasurement } from '../test/support/figure.ts';
import { withDatabase } from '../test/support/process.ts';
import { administrator, logInAs, signingSecret } from '../test/support/service.ts';
import { apiAt } from '../test/support/api.ts';
import { withBusyProcesses } from './support/hostile-clients.ts';
import { inParallel, tally } from './support/load.ts';
import { startCluster } from './support/processes.ts';
import { lives, writeSender, type SentWrite } from './support/write-requests.ts';

const poolSize = 10;
const clients = 4 * poolSize;
const durationMs = 30_000;

/** Runs clients that send all kinds of writes, and searches between them. Returns the results of the requests. */
async function withClients(url: string, token: string): Promise<readonly SentWrite[]> {
  const send = writeSender(url, () => token);
  const sent: SentWrite[] = [];
  const until = performance.now() + durationMs;
  await inParallel(clients, clients, async (client) => {
    for (let next = client; performance.now() < until; next += 1) {
      const life = lives[next % lives.length];
      sent.push(...((await life?.(send)) ?? []), await send('search', 'GET', '/contents?search=text'));
    }
  });
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
  it(`serves ${clients} clients on PostgreSQL, or refuses clearly`, async () => {
    const cluster = await startCluster({ DATABASE_POOL_SIZE: `${poolSize}` });
    try {
      const [{ url }] = cluster.servers;
      await withBusyProcesses(availableParallelism(), async () => {
        expectClear('PostgreSQL', await withClients(url, cluster.admin.token ?? ''));
      });
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
        expectClear('embedded', await withClients(url, token));
      });
    }));
});
