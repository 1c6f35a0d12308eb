import { StoreFailure } from '@portcullis/application';
import { expect } from 'chai';
import pg from 'pg';
import {
  openReplica,
  positionHistory,
  replicatedReader,
  replicaTimeouts,
  type Replica,
} from '../src/postgres/replicas.ts';
import { createReader, type Reader, type Statement } from '../src/postgres/reader.ts';
import { databaseReadiness } from '../src/postgres/readiness.ts';
import { describeOnServer, emptyDatabase, serverUrl } from './support/databases.ts';
import { failureOf } from './support/failure-of.ts';

const statement: Statement = { name: 'who', text: 'SELECT who' };

/** Creates a reader that returns its own name `who` for every statement. */
const namedReader = (who: string): Pick<Reader, 'rows'> => ({ rows: <Row>() => Promise.resolve([{ who }] as Row[]) });
const failing = { rows: () => Promise.reject(new StoreFailure('The read failed.')) };

const replica = (reads: Pick<Reader, 'rows'>, isUsable = true): Replica => ({
  ...reads,
  name: 'replica.example.com:5432',
  isUsable: () => isUsable,
  close: () => Promise.resolve(),
});

const primary = createReader(namedReader('primary').rows);

/** Returns the name of the database that executes each read. */
async function readerNames(replicas: readonly Replica[], reads = 4, main = primary): Promise<readonly unknown[]> {
  const reader = replicatedReader(main, () => replicas);
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

  it('use another replica if the reads from a replica and from the primary fail', async () => {
    const replicas = [replica(failing), replica(namedReader('b'))];
    expect(await readerNames(replicas, 4, createReader(failing.rows))).to.deep.equal(['b', 'b', 'b', 'b']);
  });

  it('leave time to read from the primary within 5 s', () => {
    const { connectMs, answerMs, statementMs } = replicaTimeouts;
    expect(connectMs + answerMs).to.be.below(4000);
    expect(statementMs).to.be.below(answerMs);
  });
});

describe('The position that a replica must have replayed', () => {
  const historyOf = (...positions: readonly (readonly [at: number, position: number])[]) => {
    const history = positionHistory(8000);
    for (const [at, position] of positions) history.add(position, at);
    return history.required();
  };

  it('is the last position of the primary that is at least 8 s older than the newest one', () => {
    expect(historyOf([0, 10], [2000, 20], [4000, 30], [10_000, 40])).to.equal(20);
    expect(historyOf([0, 10], [2000, 20], [4000, 30], [10_000, 40], [12_000, 50])).to.equal(30);
  });

  it('is the first position in the first 8 s, and unknown before', () => {
    expect(historyOf([0, 10], [2000, 20], [7999, 30])).to.equal(10);
    expect(historyOf()).to.equal(undefined);
  });

  it('stays the same while the primary is away, and for 8 s afterwards, until the replica can have connected again', () => {
    const before = [
      [0, 10],
      [8000, 20],
      [10_000, 20],
    ] as const;
    expect(historyOf(...before)).to.equal(10);
    expect(historyOf(...before, [310_000, 30], [317_000, 40])).to.equal(20);
    expect(historyOf(...before, [310_000, 30], [318_000, 40])).to.equal(30);
  });

  it('follows the primary to a lower position, such as that of a restored backup', () => {
    expect(historyOf([0, 100], [8000, 5], [16_000, 6])).to.equal(5);
  });
});

describe('The readiness of a service with a replica', () => {
  const silent = createReader(() => new Promise(() => undefined));
  const stateWith = (isUsed: boolean, reader: Reader) =>
    databaseReadiness({ reader, replicas: () => [{ isUsed }] }).state();

  it('is known soon, even if the primary does not respond at all', async () => {
    expect(await stateWith(true, silent)).to.deep.equal({ reads: true, writes: false });
  });

  it('depends on the replica only while the primary is away', async () => {
    const failed = createReader(failing.rows);
    expect(await stateWith(true, failed)).to.deep.equal({ reads: true, writes: false });
    expect(await stateWith(false, failed)).to.deep.equal({ reads: false, writes: false });
    expect(await stateWith(false, primary)).to.deep.equal({ reads: true, writes: true });
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
    const away = openReplica({ connectionString: nowhere }, () => 0);
    try {
      expect(await failureOf(away.rows(statement))).to.be.instanceOf(StoreFailure);
      expect(away.isUsable()).to.equal(false);
    } finally {
      await away.close();
    }
  });

  describeOnServer('on a server', () => {
    it('becomes usable after its first check, and stays usable after failed statements until its connections end', async () => {
      const database = await emptyDatabase();
      const here = openReplica({ connectionString: database.url, options: '-c statement_timeout=200' }, () => 0);
      try {
        await becomes(true, here);
        const refused = ['SELECT 1/0', "SELECT 'x'::uuid", 'SELECT pg_sleep(1)'];
        for (const text of refused) {
          expect(await failureOf(here.rows({ name: text, text })), text).to.be.instanceOf(StoreFailure);
          expect(here.isUsable(), text).to.equal(true);
        }
        await database.drop();
        expect(await failureOf(here.rows({ name: 'one', text: 'SELECT 1' }))).to.be.instanceOf(StoreFailure);
        expect(here.isUsable()).to.equal(false);
      } finally {
        await here.close();
        await database.drop();
      }
    });

    it('becomes usable again when the database accepts connections again', async () => {
      const database = await emptyDatabase();
      const here = openReplica({ connectionString: database.url }, () => 0);
      const admin = new pg.Client(serverUrl);
      await admin.connect();
      const name = new URL(database.url).pathname.slice(1);
      try {
        await becomes(true, here);
        await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
        await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
        await failureOf(here.rows({ name: 'one', text: 'SELECT 1' }));
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
