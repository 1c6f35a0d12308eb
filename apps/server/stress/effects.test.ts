import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { environment } from '../faults/support/site.ts';
import { startPrimary, type DatabaseServer } from '../test/support/database-servers.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { createTestHost, postgresPrograms, type TestHost } from '../test/support/machine.ts';
import { startServer, type Server } from '../test/support/server.ts';
import { administrator, logInAs } from '../test/support/service.ts';
import { startCuttingProxy, type CuttingProxy } from './support/cutting-proxy.ts';
import { tally } from './support/load.ts';
import { operationsWithoutEvent, lives, writeSender, type SentWrite } from './support/write-requests.ts';

/** The minimum number of writing requests. */
const requests = 20_000;
const clients = 12;
/** The share of the messages to PostgreSQL at which the connection is lost. */
const share = 0.003;
const restarts = 8;
const pauseMs = 50;

/** Every write records an event with the id of its request, in its own transaction. */
const recorded = (ids: readonly string[]): string => `
  SELECT DISTINCT request_id FROM (
    SELECT request_id FROM events UNION ALL SELECT request_id FROM new_events) recorded
  WHERE request_id IN (${ids.map((id) => `'${id}'`).join(', ')})`;

describe('Errors of writing requests while connections to the database are lost', () => {
  let machine: TestHost;
  let database: DatabaseServer;
  let proxy: CuttingProxy;
  let server: Server;
  before(async () => {
    machine = createTestHost(...postgresPrograms);
    database = await startPrimary(machine);
    proxy = await startCuttingProxy(database.url);
    server = await startServer(machine, {
      ...environment,
      LOG_LEVEL: 'silent',
      DELIVERIES: 'false',
      DATABASE_URL: proxy.url,
    });
  });
  after(async () => {
    proxy?.close();
    await machine?.dismantle();
  });

  async function eventsOf(sent: readonly SentWrite[]): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (let from = 0; from < sent.length; from += 1000) {
      const ids = sent.slice(from, from + 1000).map(({ requestId }) => requestId);
      for (const line of (await database.ask(recorded(ids))).split('\n')) found.add(line);
    }
    return found;
  }

  it(`took no effect, and every success did, in ${requests} requests over all operations`, async () => {
    const { token = '' } = await logInAs(server.api, administrator);
    const send = writeSender(server.api.url, () => token);
    const sent: SentWrite[] = [];
    const outages: { readonly from: number; readonly to: number }[] = [];
    const over = new AbortController();
    const client = async (first: number): Promise<void> => {
      for (let next = first; !over.signal.aborted; next += 1) {
        const results = (await lives[next % lives.length]?.(send)) ?? [];
        sent.push(...results);
        // While the database is stopped, requests fail at once.
        if (results.some(({ status }) => status >= 500)) await sleep(pauseMs);
      }
    };
    proxy.share = share;
    const running = Array.from({ length: clients }, (_, index) => client(index));
    for (let restart = 1; restart <= restarts || sent.length < requests; restart += 1) {
      while (sent.length < (requests * restart) / (restarts + 1)) await sleep(100);
      if (restart > restarts) continue;
      const from = performance.now();
      await database.stop();
      await sleep(500);
      await database.start();
      outages.push({ from, to: performance.now() });
    }
    over.abort();
    await Promise.all(running);
    proxy.share = 0;
    // A transaction whose connection was lost may still be running.
    await sleep(1000);
    const failed = sent.filter(({ status }) => status === 0 || status >= 400);
    const unknown = failed.filter(({ reason }) => reason === 'outcome-unknown');
    const errors = failed.filter(({ reason }) => reason !== 'outcome-unknown');
    const succeeded = sent.filter(({ status }) => status > 0 && status < 300);
    const effects = await eventsOf(errors);
    const events = await eventsOf(succeeded);
    printMeasurement('writing requests', sent.length);
    printMeasurement('connections that were cut, and at COMMIT', `${proxy.cuts.all}, ${proxy.cuts.commits}`);
    printMeasurement('errors', JSON.stringify(tally(failed.map(({ status, reason }) => `${status} ${reason}`))));
    printMeasurement('errors that took effect', errors.filter(({ requestId }) => effects.has(requestId)).length);
    printMeasurement('outcome-unknown', unknown.length);
    printMeasurement('longest outage in ms', Math.round(Math.max(...outages.map(({ from, to }) => to - from))));
    const changed = errors.filter(({ requestId }) => effects.has(requestId));
    expect(changed.map(({ operation, status, reason }) => `${operation}: ${status} ${reason}`)).to.deep.equal([]);
    const lost = succeeded.filter(({ requestId }) => !events.has(requestId));
    expect(
      lost.filter(({ operation }) => !operationsWithoutEvent.has(operation)).map(({ operation }) => operation),
    ).to.deep.equal([]);
    const isInOutage = ({ began, ms }: SentWrite): boolean =>
      outages.some(({ from, to }) => began < to && began + ms > from);
    expect(unknown.filter((each) => !isInOutage(each)).length).to.be.at.most(proxy.cuts.commits);
    expect(failed.filter(({ status }) => status === 0)).to.deep.equal([]);
    expect(new Set(sent.filter(({ status }) => status < 300).map(({ operation }) => operation))).to.deep.equal(
      new Set(sent.map(({ operation }) => operation)),
    );
  });
});
