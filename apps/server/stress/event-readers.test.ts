import { expect } from 'chai';
import { printMeasurement } from '../test/support/figure.ts';
import type { Api } from '../test/support/api.ts';
import { quantile, tally } from './support/load.ts';
import { startCluster, type Cluster } from './support/processes.ts';

const [writers, readers] = [12, 4];
const durationMs = Number(process.env['EVENT_READERS_MS'] ?? 5000);

/**
 * Delays the COMMIT of each transaction that adds events, and of each transaction that assigns positions to them, by up
 * to 80 ms for each event.
 */
const slowCommits = `
  CREATE FUNCTION delay_commit() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(random() * 0.08); RETURN NULL; END $$;
  CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON new_events DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION delay_commit();
  CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION delay_commit();`;

interface Page {
  readonly items: readonly { readonly id: string; readonly position: number }[];
}

describe('Readers of the event log beside writers with slow commits', function () {
  this.timeout(600_000);
  let cluster: Cluster;

  before(async () => {
    cluster = await startCluster();
    await cluster.query(slowCommits);
  });
  after(() => cluster?.stop());

  it(`get each event once, in one order, and no error (${writers} writers, ${readers} readers, two processes)`, async () => {
    const apis = cluster.servers.map(({ url }) => cluster.admin.at(url));
    const apiOf = (index: number): Api => apis[index % apis.length] ?? cluster.admin;
    const statuses: { readonly of: string; readonly status: number }[] = [];
    const latencies: number[] = [];
    const end = performance.now() + durationMs;
    let total = Infinity;

    const write = async (writer: number): Promise<void> => {
      for (let count = 0; performance.now() < end; count += 1) {
        const { status } = await apiOf(writer).post('/tags', { name: `Tag ${writer} ${count}` });
        statuses.push({ of: 'write', status });
      }
    };
    const read = async (reader: number): Promise<readonly string[]> => {
      const seen: string[] = [];
      for (let position = 0; seen.length < total; ) {
        const began = performance.now();
        const { status, data } = await apiOf(reader).get<Page>(`/events?after=${position}&limit=200`);
        latencies.push(performance.now() - began);
        statuses.push({ of: 'read', status });
        const items = status === 200 ? data.items : [];
        seen.push(...items.map(({ id }) => id));
        position = items.at(-1)?.position ?? position;
      }
      return seen;
    };
    const reading = Array.from({ length: readers }, (_, reader) => read(reader));
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
    const [{ count } = { count: 0 }] = await cluster.query<{ count: number }>(
      'SELECT ((SELECT count(*) FROM events) + (SELECT count(*) FROM new_events))::int AS count',
    );
    total = count;
    const [first = [], ...others] = await Promise.all(reading);
    const stored = await cluster.query<{ id: string }>('SELECT id FROM events ORDER BY position');
    const results = tally(statuses.map(({ of, status }) => `${of} ${status}`));
    printMeasurement(
      'event readers',
      `${JSON.stringify(results)}, ${first.length} events, read p99 ${Math.round(quantile(latencies, 0.99))} ms, max ${Math.round(Math.max(...latencies))} ms`,
    );
    expect(Object.keys(results).toSorted()).to.deep.equal(['read 200', 'write 201']);
    expect(first).to.deep.equal(stored.map(({ id }) => id));
    for (const other of others) expect(other).to.deep.equal(first);
  });
});
