import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase, type Database } from '@portcullis/adapters-persistence/internal/database';
import { databaseTimeouts } from '@portcullis/adapters-persistence/internal/postgres/timeouts';
import { expect } from 'chai';
import { quantile } from '../stress/support/load.ts';
import { createRequestMix, type RequestMix } from './support/kinds.ts';
import { startServiceAndDatabase, type ServiceAndDatabase } from './support/site.ts';
import { printRequestStatistics, succeeded, traffic, type Outcome } from './support/traffic.ts';

const poolSize = 5;
const readP99Ms = 500;
/** Maximum duration of a write: it waits for a connection, and then for the lock of a row. The rest is tolerance. */
const longestWriteMs = databaseTimeouts.connectionMs + databaseTimeouts.statementMs + 5000;

describe('Writes that occupy all connections of the pool while they wait for a lock', () => {
  let site: ServiceAndDatabase;
  let kinds: RequestMix;
  let outside: Database;
  before(async () => {
    site = await startServiceAndDatabase({ DATABASE_POOL_SIZE: `${poolSize}` });
    kinds = await createRequestMix(site);
    outside = await connectDatabase({ url: site.database.url, poolSize: 1 });
  });
  after(async () => {
    await outside?.close();
    await site?.stop();
  });

  /**
   * Locks the row of a tag on a separate connection. Meanwhile it sends writes that wait for this lock, and sends other
   * requests for `ms` milliseconds. Returns the results of the writes as `written`, and those of the other requests as
   * `read`.
   */
  async function whileHeld(ms: number): Promise<Record<'written' | 'read', readonly Outcome[]>> {
    const { admin, api } = site;
    const { tag, reads, searches, sessions } = kinds;
    const holder = await outside.pool.connect();
    try {
      await holder.query('BEGIN');
      // Connections of the service may not leave a transaction idle for as long as this test holds the lock.
      await holder.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      await holder.query('SELECT FROM tags WHERE id = $1 FOR UPDATE', [tag.id]);
      const waiting = { 'a write that waits': () => admin.patch(`/tags/${tag.id}`, { description: 'Waited' }) };
      const ready = { ready: () => api.get('/health/ready') };
      const read: Outcome[] = [];
      const forAWhile = () => sleep(ms);
      const written = await traffic(waiting, 8, async () => {
        // Wait until all connections of the pool are in use.
        await sleep(500);
        const all = await Promise.all([
          traffic({ ...reads, ...ready }, 3, forAWhile),
          traffic(searches, 2, forAWhile),
          traffic(sessions, 2, forAWhile),
        ]);
        read.push(...all.flat());
      });
      return { written, read };
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  }

  it('are refused with 2003, delay other writes no longer than the queue allows, and do not delay reads', async () => {
    const { written, read } = await whileHeld(12_000);
    const writes = [...written, ...read.filter(({ kind }) => kind in kinds.sessions)];
    const others = read.filter(({ kind }) => !(kind in kinds.sessions));
    printRequestStatistics('lock held', [...written, ...read]);
    const refused = writes.filter((outcome) => !succeeded(outcome));
    expect(written.filter(succeeded)).to.deep.equal([]);
    expect(new Set(refused.map(({ status, code }) => `${status} ${code}`))).to.deep.equal(new Set(['503 2003']));
    expect(writes.filter(({ ms }) => ms > longestWriteMs)).to.deep.equal([]);
    expect(others.filter((outcome) => !succeeded(outcome))).to.deep.equal([]);
    const times = others.map(({ ms }) => ms);
    expect(quantile(times, 0.99)).to.be.at.most(readP99Ms);
  });
});
