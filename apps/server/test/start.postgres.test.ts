import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@portcullis/adapters-persistence';
import { temporaryDatabase, type TemporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { expect } from 'chai';
import { apiAt } from './support/api.ts';
import { withDirectory } from './support/process.ts';
import { signingSecret } from './support/service.ts';
import { describeOnPostgres } from './support/requirements.ts';

describeOnPostgres('The program, started before PostgreSQL is available', (adminUrl) => {
  let database: TemporaryDatabase;
  before(async () => {
    database = await temporaryDatabase(adminUrl);
  });
  after(() => database.drop());

  /**
   * Returns a database URL with a free port. `open` starts a proxy on this port, which forwards connections to the
   * database server.
   */
  async function laterServer(): Promise<{ readonly url: string; readonly open: () => Promise<Server> }> {
    const { hostname, port } = new URL(database.url);
    const way = createServer((near) => {
      const far = connect(Number(port === '' ? 5432 : port), hostname);
      near.on('error', () => far.destroy()).pipe(far);
      far.on('error', () => near.destroy()).pipe(near);
    });
    way.listen(0, '127.0.0.1');
    await once(way, 'listening');
    const address = way.address();
    if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port.');
    way.close();
    await once(way, 'close');
    const url = new URL(database.url);
    url.host = `127.0.0.1:${address.port}`;
    return { url: url.href, open: async () => way.listen(address.port, '127.0.0.1') };
  }

  it('migrates the database and becomes ready as soon as PostgreSQL is available', () =>
    withDirectory(async (_directory, start) => {
      const later = await laterServer();
      const program = start({ DATABASE_URL: later.url, JWT_SECRET: signingSecret });
      const api = apiAt(await program.alive);
      expect(await api.get('/health/ready')).to.include({ status: 503, code: 2001 });
      const way = await later.open();
      expect(await program.listening).to.equal(api.url);
      expect(await api.get('/health/ready')).to.include({ status: 200 });
      expect(await api.get('/tags')).to.include({ status: 200 });
      expect(await program.stop()).to.equal(0);
      way.close();
    }));

  it('is not ready before the first administrator can log in', () =>
    withDirectory(async (_directory, start) => {
      const { pool, close } = await openDatabase({ url: database.url, poolSize: 6 });
      const holder = await pool.connect();
      await holder.query('BEGIN');
      await holder.query('SELECT FROM roles FOR UPDATE');
      const program = start({ DATABASE_URL: database.url, JWT_SECRET: signingSecret });
      const api = apiAt(await program.alive);
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      while ((await pool.query(waiting)).rowCount === 0) await sleep(50);
      const seen = await api.get('/health/ready');
      await holder.query('ROLLBACK');
      holder.release();
      await program.listening;
      expect(seen).to.include({ status: 503, code: 2001 });
      expect(await api.get('/health/ready')).to.include({ status: 200 });
      await close();
    }));

  it('does not wait for a database that does not exist, and reports the error in one line', () =>
    withDirectory(async (_directory, start) => {
      const url = new URL(database.url);
      url.pathname = '/no_such_database';
      const program = start({ DATABASE_URL: url.href });
      expect(await program.ended).to.equal(1);
      expect(program.written.stderr).to.match(/^[^\n]*no_such_database[^\n]*\n$/);
    }));
});
