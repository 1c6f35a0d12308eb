import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { StoreFailure } from '@portcullis/application';
import { aRole } from '@portcullis/testing';
import { expect } from 'chai';
import { openDatabase, typeormUnitOfWork, type Database, viewsOf } from '../src/index.ts';
import { describeOnServer, emptyDatabase } from './support/databases.ts';
import { failureOf } from './support/failure-of.ts';

type Cut = 'before COMMIT arrives' | 'after COMMIT was sent';

/** Cuts the next connection that sends COMMIT. */
interface CuttingProxy {
  readonly url: string;
  cut: Cut | undefined;
  readonly close: () => void;
}

async function startCuttingProxy(url: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port === '' ? 5432 : port), hostname);
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    far.on('data', (chunk: Buffer) => near.write(chunk)).on('close', () => near.destroy());
    near.on('close', () => far.destroy());
    near.on('data', (chunk: Buffer) => {
      if (proxy.cut === undefined || !chunk.includes('COMMIT\0')) return void far.write(chunk);
      if (proxy.cut === 'before COMMIT arrives') return void near.destroy();
      far.removeAllListeners('data').resume();
      near.removeAllListeners('close');
      far.write(chunk, () => near.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port.');
  const by = new URL(url);
  by.host = `127.0.0.1:${address.port}`;
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  const proxy: CuttingProxy = { url: by.href, cut: undefined, close };
  return proxy;
}

/** Makes each commit of a new role take 300 ms. */
const slowCommits = `
  CREATE FUNCTION sleep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.3); RETURN NULL; END';
  CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON roles DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION sleep()`;

describeOnServer('A transaction whose connection is lost', () => {
  let temporary: Awaited<ReturnType<typeof emptyDatabase>>;
  let proxy: CuttingProxy;
  let database: Database;
  before(async () => {
    temporary = await emptyDatabase();
    proxy = await startCuttingProxy(temporary.url);
    database = await openDatabase({ url: proxy.url, poolSize: 3 });
  });
  after(async () => {
    await database?.close();
    proxy?.close();
    await temporary?.drop();
  });

  const add = async (): Promise<{ readonly failure: unknown; readonly isStored: boolean }> => {
    const role = aRole();
    const failure = await failureOf(typeormUnitOfWork(database).run((tx) => tx.roles.add(role))).catch(() => undefined);
    proxy.cut = undefined;
    // The server may still be committing when the connection is lost. This lock waits for it.
    await database.pool.query('BEGIN; LOCK TABLE roles IN SHARE MODE; COMMIT');
    return { failure, isStored: (await viewsOf(database.reader).roles.find(role.id)) !== undefined };
  };

  it('fails with an unknown outcome if the connection is lost during COMMIT, whatever the database has decided', async () => {
    for (const [cut, stored] of [
      ['before COMMIT arrives', false],
      ['after COMMIT was sent', true],
    ] as const) {
      proxy.cut = cut;
      const { failure, isStored } = await add();
      expect(failure, cut).to.be.instanceOf(StoreFailure).and.include({ kind: 'outcome-unknown' });
      expect(isStored, cut).to.equal(stored);
    }
  });

  it('fails with an unknown outcome if its backend is terminated during COMMIT, and the next transaction succeeds', async () => {
    await database.pool.query(slowCommits);
    try {
      const role = aRole();
      const failure = failureOf(typeormUnitOfWork(database).run((tx) => tx.roles.add(role)));
      const terminate = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND query = 'COMMIT' AND state = 'active'`;
      while ((await database.pool.query(terminate)).rows.length === 0);
      expect(await failure)
        .to.be.instanceOf(StoreFailure)
        .and.include({ kind: 'outcome-unknown' });
      expect(await viewsOf(database.reader).roles.find(role.id)).to.equal(undefined);
    } finally {
      await database.pool.query('DROP TRIGGER slow ON roles; DROP FUNCTION sleep');
    }
    expect(await add()).to.deep.equal({ failure: undefined, isStored: true });
  });

  it('fails, and nothing is stored, if the connection is lost before COMMIT', async () => {
    const role = aRole();
    const failure = await failureOf(
      typeormUnitOfWork(database).run(async (tx) => {
        await tx.roles.add(role);
        await database.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND state = 'idle in transaction'`);
      }),
    );
    // The server reports the termination while no statement is pending, so the COMMIT finds a closed connection.
    expect(failure).to.be.instanceOf(StoreFailure);
    expect(await viewsOf(database.reader).roles.find(role.id)).to.equal(undefined);
  });
});
