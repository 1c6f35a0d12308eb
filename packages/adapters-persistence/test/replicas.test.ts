import { StoreFailure } from '@portcullis/application';
import { expect } from 'chai';
import pg from 'pg';
import { openReplica, replicatedReader, replicaTimeouts, type Replica } from '../src/postgres/replicas.ts';
import type { QueryResult, Statement } from '../src/postgres/prepared-statements.ts';
import { createReader, type Reader } from '../src/postgres/reader.ts';
import { describeOnServer, emptyDatabase, serverUrl } from './support/databases.ts';
import { failureOf } from './support/failure-of.ts';

const statement: Statement = { name: 'who', text: 'SELECT who' };

/** Creates a reader that returns its own name `who` for every statement. */
const namedReader = (who: string): Pick<Reader, 'execute'> => ({
  execute: <Row, Aggregate>(): Promise<QueryResult<Row, Aggregate>> =>
    Promise.resolve({ rows: [{ who }] as Row[], aggregate: undefined }),
});
const failing = { execute: () => Promise.reject(new StoreFailure('The read failed.')) };

const replica = (reads: Pick<Reader, 'execute'>, isUsable = true): Replica => ({
  ...reads,
  name: 'replica.example.com:5432',
  isUsable: () => isUsable,
  close: () => Promise.resolve(),
});

const primary = createReader(namedReader('primary').execute);

/** Returns the name of the database that executes each read. */
async function readerNames(replicas: readonly Replica[], reads = 4): Promise<readonly unknown[]> {
  const reader = replicatedReader(primary, () => replicas);
  const names: unknown[] = [];
  for (let asked = 0; asked < reads; asked += 1) {
    names.push((await reader.row<{ who: string }>(statement))?.who);
  }
  return names;
}

describe('Reads from replicas', () => {
  it('alternate between the replicas', async () => {
    expect(await readerNames([replica(namedReader('a')), replica(namedReader('b'))])).to.have.members([
      'a',
      'b',
      'a',
      'b',
    ]);
  });

  it('skip a replica that is not usable', async () => {
    const names = await readerNames([replica(namedReader('a')), replica(failing, false)]);
    expect(names).to.deep.equal(['a', 'a', 'a', 'a']);
  });

  it('use the primary if there is no usable replica, or if the read from a replica fails', async () => {
    for (const replicas of [[], [replica(namedReader('a'), false)], [replica(failing)]]) {
      expect(await readerNames(replicas, 1)).to.deep.equal(['primary']);
    }
  });

  it('leave time to read from the primary within 5 s', () => {
    const { connectMs, answerMs, statementMs } = replicaTimeouts;
    expect(connectMs + answerMs).to.be.below(4000);
    expect(statementMs).to.be.below(answerMs);
  });
});

const nowhere = 'postgres://postgres@127.0.0.1:1/nowhere';

async function becomes(expected: boolean, { isUsable }: Replica): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (isUsable() !== expected && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isUsable(), 'usable').to.equal(expected);
}

describe('A replica', () => {
  it('is not usable and fails its reads if it cannot be reached', async () => {
    const away = openReplica({ connectionString: nowhere });
    try {
      expect(await failureOf(away.execute(statement))).to.be.instanceOf(StoreFailure);
      expect(away.isUsable()).to.equal(false);
    } finally {
      await away.close();
    }
  });

  describeOnServer('on a server', () => {
    it('becomes usable after its first check, and stays usable after failed statements until its connections end', async () => {
      const database = await emptyDatabase();
      const here = openReplica({ connectionString: database.url, options: '-c statement_timeout=200' });
      try {
        await becomes(true, here);
        const refused = ['SELECT 1/0', "SELECT 'x'::uuid", 'SELECT pg_sleep(1)'];
        for (const text of refused) {
          expect(await failureOf(here.execute({ name: text, text })), text).to.be.instanceOf(StoreFailure);
          expect(here.isUsable(), text).to.equal(true);
        }
        await database.drop();
        expect(await failureOf(here.execute({ name: 'one', text: 'SELECT 1' }))).to.be.instanceOf(StoreFailure);
        expect(here.isUsable()).to.equal(false);
      } finally {
        await here.close();
        await database.drop();
      }
    });

    it('becomes usable again when the database accepts connections again', async () => {
      const database = await emptyDatabase();
      const here = openReplica({ connectionString: database.url });
      const admin = new pg.Client(serverUrl);
      await admin.connect();
      const name = new URL(database.url).pathname.slice(1);
      try {
        await becomes(true, here);
        await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
        await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
        await failureOf(here.execute({ name: 'one', text: 'SELECT 1' }));
        await becomes(false, here);
        await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
        await becomes(true, here);
      } finally {
        await here.close();
        await admin.end();
        await database.drop();
      }
    });
  });
});
