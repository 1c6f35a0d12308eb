import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import { allowSilence, closeWhenSilent, poolOf, preparedClient } from '../src/postgres/connections.ts';
import { describeOnServer, serverUrl } from './support/databases.ts';
import { failureOf } from './support/failure-of.ts';
import { startPausableProxy, type PausableProxy } from './support/network.ts';

const silenceMs = 200;

describeOnServer('A connection that is closed when the server is silent', () => {
  let network: PausableProxy;
  const clients: pg.Client[] = [];
  const connected = async (options: { readonly pipeline?: boolean } = {}): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: network.url, ...options });
    client.on('error', () => undefined);
    closeWhenSilent(client, silenceMs);
    await client.connect();
    clients.push(client);
    return client;
  };
  before(async () => {
    network = await startPausableProxy(serverUrl ?? '');
  });
  afterEach(async () => {
    network.unblock();
    await Promise.all(clients.splice(0).map((client) => client.end().catch(() => undefined)));
  });
  after(() => network.close());

  for (const pipeline of [false, true])
    it(`fails all pending statements after this time, ${pipeline ? 'pipelined' : 'one after another'}`, async () => {
      const client = await connected({ pipeline });
      network.block();
      const began = performance.now();
      const failures = await Promise.all(
        [client.query('SELECT 1'), client.query('SELECT $1::int', [2])].map(failureOf),
      );
      for (const failure of failures) expect(failure).to.be.instanceOf(Error);
      expect(performance.now() - began).to.be.at.least(silenceMs - 10);
    });

  it('fails a statement that was sent when an earlier one was still pending', async () => {
    const client = await connected({ pipeline: true });
    const first = client.query('SELECT 1');
    const second = failureOf(client.query('SELECT pg_sleep(0.05)'));
    await first;
    network.block();
    expect(await second).to.be.instanceOf(Error);
  });

  it('fails a statement of a pool whose first statement opened the connection', async () => {
    const Client = preparedClient((client) => closeWhenSilent(client, silenceMs));
    const pool = poolOf({ connectionString: network.url, max: 1, pipeline: true, Client });
    try {
      await pool.query('SELECT 1');
      network.block();
      expect(await failureOf(pool.query('SELECT 2'))).to.be.instanceOf(Error);
    } finally {
      network.unblock();
      await pool.end();
    }
  });

  it('stays open while nothing is pending, and while data arrives', async () => {
    const client = await connected();
    await sleep(2 * silenceMs);
    const noisy = `DO $$ BEGIN FOR i IN 1..8 LOOP PERFORM pg_sleep(${silenceMs / 4000}); RAISE NOTICE 'on'; END LOOP; END $$`;
    await client.query(noisy);
    expect((await client.query('SELECT 1 AS one')).rows).to.deep.equal([{ one: 1 }]);
  });

  it('can be allowed a longer time for a statement', async () => {
    const client = await connected();
    allowSilence(client, 20 * silenceMs);
    await client.query(`SELECT pg_sleep(${(2 * silenceMs) / 1000})`);
    allowSilence(client, silenceMs);
    expect(await failureOf(client.query('SELECT pg_sleep(10)'))).to.be.instanceOf(Error);
  });
});
