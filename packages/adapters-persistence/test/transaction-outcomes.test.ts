import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { StoreFailure } from '@portcullis/application';
import { aRole } from '@portcullis/testing';
import { expect } from 'chai';
import { openDatabase, typeormUnitOfWork, type Database, viewsOf } from '../src/index.ts';
import { describeOnServer, emptyDatabase } from './support/databases.ts';
import { failureOf } from './support/failure-of.ts';

type Cut = 'before COMMIT arrives' | 'after COMMIT was sent';

/**
 * Cuts the next connection that sends COMMIT. `isDown` also refuses new connections. When a connection sends a text that
 * matches `silentFrom`, all connections stay open, but no data passes any more, as if the server were frozen.
 */
interface CuttingProxy {
  readonly url: string;
  cut: Cut | undefined;
  isDown: boolean;
  silentFrom: RegExp | undefined;
  isSilent: boolean;
  readonly close: () => void;
}

async function startCuttingProxy(url: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    if (proxy.isDown) return void near.destroy();
    const far = connect(Number(port === '' ? 5432 : port), hostname);
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    far.on('data', (chunk: Buffer) => proxy.isSilent || near.write(chunk)).on('close', () => near.destroy());
    near.on('close', () => far.destroy());
    near.on('data', (chunk: Buffer) => {
      proxy.isSilent ||= proxy.silentFrom?.test(chunk.toString('latin1')) ?? false;
      if (proxy.isSilent) return;
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
  const proxy: CuttingProxy = {
    url: by.href,
    cut: undefined,
    isDown: false,
    silentFrom: undefined,
    isSilent: false,
    close,
  };
  return proxy;
}

/** Makes each commit of a new role take 300 ms. */
const slowCommits = `
  CREATE FUNCTION sleep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.3); RETURN NULL; END';
  CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON roles DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION sleep()`;

describeOnServer('The outcome of a transaction whose connection is lost during the commit', () => {
  let temporary: Awaited<ReturnType<typeof emptyDatabase>>;
  let proxy: CuttingProxy;
  let database: Database;
  /** The time before the first transaction of these tests, in milliseconds since the epoch. */
  let startedAt = 0;
  before(async () => {
    startedAt = Date.now();
    temporary = await emptyDatabase();
    proxy = await startCuttingProxy(temporary.url);
    database = await openDatabase({ url: proxy.url, poolSize: 3 });
  });
  afterEach(() => {
    proxy.cut = undefined;
    proxy.isDown = false;
    proxy.silentFrom = undefined;
    proxy.isSilent = false;
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
    proxy.isDown = false;
    proxy.silentFrom = undefined;
    proxy.isSilent = false;
    return { failure, isStored: (await viewsOf(database.reader).roles.find(role.id)) !== undefined };
  };

  it('is a failure, and nothing is stored, if COMMIT did not arrive', async () => {
    for (let round = 0; round < 20; round += 1) {
      proxy.cut = 'before COMMIT arrives';
      const { failure, isStored } = await add();
      expect(failure).to.be.instanceOf(StoreFailure).and.include({ kind: 'failed' });
      expect(isStored).to.equal(false);
    }
  });

  it('is what the database has decided if COMMIT was sent', async () => {
    for (let round = 0; round < 20; round += 1) {
      proxy.cut = 'after COMMIT was sent';
      const { failure, isStored } = await add();
      expect(failure === undefined, String(failure)).to.equal(isStored);
    }
  });

  it('is a success if the commit was still running when the connection was lost', async () => {
    await database.pool.query(slowCommits);
    try {
      proxy.cut = 'after COMMIT was sent';
      expect(await add()).to.deep.equal({ failure: undefined, isStored: true });
    } finally {
      await database.pool.query('DROP TRIGGER slow ON roles; DROP FUNCTION sleep');
    }
  });

  it('is unknown only if the database cannot be reached for 5 s', async () => {
    // The pool keeps the connection of this transaction for the next one.
    await typeormUnitOfWork(database).run((tx) => tx.roles.existingIds([aRole().id]));
    proxy.cut = 'before COMMIT arrives';
    proxy.isDown = true;
    const { failure } = await add();
    expect(failure).to.be.instanceOf(StoreFailure).and.include({ kind: 'outcome-unknown' });
  });

  it('is recorded for transactions that have written something, and removed after an hour', async () => {
    const count = async (): Promise<number> => {
      const { rows } = await database.pool.query<{ count: string }>('SELECT count(*) FROM transaction_outcomes');
      return Number(rows[0]?.count);
    };
    const before = await count();
    await typeormUnitOfWork(database).run((tx) => tx.roles.existingIds([aRole().id]));
    expect(await count()).to.equal(before);
    await typeormUnitOfWork(database).run((tx) => tx.roles.add(aRole()));
    expect(await count()).to.equal(before + 1);
    expect(await database.transactions.removeOld(new Date(startedAt + 3_590_000))).to.equal(0);
    expect(await database.transactions.removeOld(new Date(Date.now() + 3_700_000))).to.equal(before + 1);
    expect(await count()).to.equal(0);
  });

  it('is unknown within 5 s if the database does not respond from the commit on', async () => {
    proxy.silentFrom = /COMMIT\0/;
    const began = performance.now();
    const { failure } = await add();
    expect(failure).to.be.instanceOf(StoreFailure).and.include({ kind: 'outcome-unknown' });
    expect(performance.now() - began).to.be.below(5500);
  });

  it('is unknown if the database does not respond while the outcome is looked up', async () => {
    proxy.cut = 'before COMMIT arrives';
    proxy.silentFrom = /ON CONFLICT DO NOTHING/;
    const { failure } = await add();
    expect(failure).to.be.instanceOf(StoreFailure).and.include({ kind: 'outcome-unknown' });
  });
});
