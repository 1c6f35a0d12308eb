import { setTimeout } from 'node:timers/promises';
import { StoreFailure } from '@portcullis/application';
import { aContent, aRole, aSession, aUser, anId } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { Utf8Text } from '@portcullis/domain/internal/names/text';
import { expect } from 'chai';
import pg from 'pg';
import { stub } from 'sinon';
import { connectDatabase, migrateDatabase, openDatabase, prepareDatabase, type Database } from '../src/database.ts';
import { databaseReadiness } from '../src/postgres/readiness.ts';
import { statementOf } from '../src/postgres/reader.ts';
import { databaseTimeouts } from '../src/postgres/timeouts.ts';
import { isUnavailable } from '../src/postgres/unavailable.ts';
import { typeormUnitOfWork } from '../src/unit-of-work.ts';
import { viewsOf } from '../src/views.ts';
import { embeddedDatabase, describeOnServer, emptyDatabase } from './support/databases.ts';
import { failureOf } from './support/failure-of.ts';
import { startPausableProxy } from './support/network.ts';

const read = ({ reader }: Database): Promise<unknown> => reader.rows({ name: 'any', text: 'SELECT 1' });
const brief = ({ reader }: Database): Promise<unknown> =>
  reader.rows({ name: 'any brief', usesPipeline: true, text: 'SELECT 1' });
const write = ({ dataSource }: Database): Promise<unknown> =>
  typeormUnitOfWork({ dataSource }).run((tx) => tx.roles.existingIds([aRole().id]));

async function runOn(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql);
  await client.end();
}

describe('Failures of the store', () => {
  describe('the embedded database', () => {
    const database = embeddedDatabase();

    it('wraps the error of a read in a StoreFailure whose message has the beginning of the statement, and no values', async () => {
      const beginning = 'SELECT no_such_column FROM users WHERE username = $1 ';
      const statement = statementOf(`SELECT no_such_column\n  FROM users WHERE username = $1 ${'OR true '.repeat(50)}`);
      const failure = await failureOf(database().reader.rows(statement, ['alice']));
      expect(failure).to.be.instanceOf(StoreFailure);
      const rest = 'OR true '.repeat(50).slice(0, 200 - beginning.length);
      expect(String(failure)).to.equal(`StoreFailure: A read of the database failed: ${beginning}${rest}`);
    });

    it('executes the next statement on the same connection after a failed statement', async () => {
      const { pool, reader } = database();
      for (const text of ['SELECT 1/0', 'not SQL at all', 'SELECT $1::int', 'SELECT 1/0 AS again']) {
        expect(await failureOf(pool.query({ text, values: [] }))).to.be.instanceOf(Error);
        expect(await reader.row({ name: 'good', text: 'SELECT 1 AS one' })).to.deep.equal({ one: 1 });
      }
      expect(await databaseReadiness(database()).state()).to.deep.equal({ reads: true, writes: true });
    });

    it('refuses bytes that are not valid text, and can run other transactions afterwards', async () => {
      const work = typeormUnitOfWork(database());
      for (const bytes of [[0x61, 0, 0x62], [0xff]]) {
        const contentHtml = new Utf8Text(Uint8Array.from(bytes));
        const failure = await failureOf(given(work, { contents: [{ ...aContent(), contentHtml }] }));
        expect(failure).to.be.instanceOf(StoreFailure);
      }
      await given(work, { contents: [aContent()] });
    });

    it('runs the next transaction after a transaction was refused', async () => {
      const { dataSource, reader } = database();
      const work = typeormUnitOfWork({ dataSource });
      const [role, next] = [aRole(), aRole()];
      await given(work, { roles: [role] });
      await refusalOf(given(work, { roles: [aRole({ code: role.code })] }));
      await given(work, { roles: [next] });
      expect(await viewsOf(reader).roles.find(next.id)).to.deep.equal(next);
    });

    it('reports the error of the write that failed first, not the errors that result from it', async () => {
      const work = typeormUnitOfWork(database());
      const failure = await failureOf(
        work.run(async (tx) => {
          await tx.sessions.add(aSession({ userId: anId() }));
          return tx.roles.existingIds([aRole().id]);
        }),
      );
      expect(failure).to.have.nested.property('cause.driverError.constraint', 'sessions_user_id_fkey');
    });

    it('fails, and writes nothing, if a statement failed and the error was ignored', async () => {
      const { dataSource, reader } = database();
      const [role, next] = [aRole(), aRole()];
      const failure = await failureOf(
        typeormUnitOfWork({ dataSource }).run(async (tx) => {
          await tx.roles.add(role);
          await tx.roles.add({ ...next, code: role.code }).catch(() => undefined);
        }),
      );
      expect(failure).to.be.instanceOf(StoreFailure);
      expect(await viewsOf(reader).roles.find(role.id)).to.equal(undefined);
    });

    it('writes nothing if BEGIN fails', async () => {
      const { dataSource, pool, reader } = database();
      const work = typeormUnitOfWork({ dataSource });
      const [role, user] = [aRole(), aUser()];
      await given(work, { users: [user] });
      const client = await pool.connect();
      const query = stub(client, 'query').callThrough();
      query.withArgs('BEGIN').rejects(new Error('canceled'));
      client.release();
      try {
        const writes = [
          work.run((tx) => tx.roles.add(role)),
          work.run(async (tx) => {
            await tx.roles.existingIds([role.id]);
            await tx.roles.add(role);
          }),
          work.run((tx) => tx.sessions.add(aSession({ userId: user.id }))),
          work.run((tx) => tx.roles.existingIds([role.id])),
        ];
        for (const failure of await Promise.all(writes.map(failureOf))) expect(failure).to.be.instanceOf(StoreFailure);
      } finally {
        query.restore();
      }
      expect(await viewsOf(reader).roles.find(role.id)).to.equal(undefined);
      expect(await viewsOf(reader).sessions.list({ userId: user.id, page: 1, pageSize: 1 })).to.include({ total: 0 });
    });

    it('rethrows an error that the callback of the transaction throws', async () => {
      const own = new Error('own');
      const work = typeormUnitOfWork(database());
      expect(await failureOf(work.run(() => Promise.reject(own)))).to.equal(own);
    });
  });

  describeOnServer('PostgreSQL', () => {
    it('fails reads and transactions, and is not ready', async () => {
      const temporary = await emptyDatabase();
      const database = await openDatabase({ url: temporary.url, poolSize: 2 });
      const { close } = database;
      try {
        expect(await databaseReadiness(database).state()).to.deep.equal({ reads: true, writes: true });
        await temporary.drop();
        expect(await failureOf(read(database))).to.be.instanceOf(StoreFailure);
        expect(await failureOf(write(database))).to.be.instanceOf(StoreFailure);
        expect(await databaseReadiness(database).state()).to.deep.equal({ reads: false, writes: false });
      } finally {
        await close();
        await temporary.drop();
      }
    });

    it('fails a transaction whose connection breaks, whether or not a statement is running', async () => {
      const temporary = await emptyDatabase();
      const database = await openDatabase({ url: temporary.url, poolSize: 1 });
      const failure = failureOf(
        typeormUnitOfWork(database).run(async (tx) => {
          await temporary.drop();
          await tx.roles.existingIds([aRole().id]).catch(() => undefined);
          return tx.roles.existingIds([aRole().id]);
        }),
      );
      expect(await failure).to.be.instanceOf(StoreFailure);
      await database.close();
    });

    it('fails statements when the network is down, and closes connections that hang', async () => {
      const temporary = await emptyDatabase();
      const network = await startPausableProxy(temporary.url);
      const database = await openDatabase({ url: network.url, poolSize: 3 });
      try {
        await Promise.all([write(database), write(database), write(database), brief(database), brief(database)]);
        network.block();
        const reads = [read(database), brief(database), brief(database), setTimeout(500).then(() => brief(database))];
        const attempts = [...reads, write(database), write(database), write(database), database.pool.query('')];
        for (const failure of await Promise.all(attempts.map(failureOf))) expect(failure).to.be.instanceOf(Error);
        network.unblock();
        // A connection is closed when it has been silent for its time limit. The last one may have been opened late.
        while (database.pool.totalCount > 0) await setTimeout(20);
        await Promise.all([read(database), brief(database), write(database), write(database)]);
      } finally {
        await database.close();
        network.close();
        await temporary.drop();
      }
    });

    it('refuses writes as overloaded while the server only reads', async () => {
      const temporary = await emptyDatabase();
      await migrateDatabase({ url: temporary.url, poolSize: 1 });
      const name = new URL(temporary.url).pathname.slice(1);
      await runOn(temporary.url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
      const database = await connectDatabase({ url: temporary.url, poolSize: 2 });
      try {
        const failure = await failureOf(given(typeormUnitOfWork(database), { roles: [aRole()] }));
        expect(failure).to.include({ kind: 'overloaded' });
      } finally {
        await database.close();
        await temporary.drop();
      }
    });

    it('executes pipelined reads after it is opened, even if earlier reads failed', async () => {
      const temporary = await emptyDatabase();
      const database = prepareDatabase({ url: temporary.url, poolSize: 2 });
      const early = await Promise.all([brief(database), brief(database), brief(database)].map(failureOf));
      for (const failure of early) expect(failure).to.be.instanceOf(StoreFailure);
      try {
        await database.open();
        await Promise.all([brief(database), brief(database), brief(database)]);
      } finally {
        await database.close();
        await temporary.drop();
      }
    });

    it('continues to work if the server closes a connection as soon as it is ready', async () => {
      const temporary = await emptyDatabase();
      const network = await startPausableProxy(temporary.url);
      const database = await openDatabase({ url: network.url, poolSize: 3 });
      const outside = new pg.Client(temporary.url);
      await outside.connect();
      const newest = async (what: string): Promise<number> =>
        (
          await outside.query(
            `SELECT ${what} FROM pg_stat_activity WHERE state = 'idle'
            AND datname = current_database() AND pid <> ALL ($1)`,
            [known],
          )
        ).rows.length;
      const { rows } = await outside.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
      const known = rows.map(({ pid }) => pid);
      const busy = await database.pool.connect();
      try {
        const letGo = network.hold();
        const failure = failureOf(write(database));
        // The proxy holds back all messages of PostgreSQL on the new connection: the first ones, up to ReadyForQuery,
        // and the error that ends the connection. They arrive in one chunk after `letGo()`.
        while ((await newest('pid')) === 0);
        await newest('pg_terminate_backend(pid, 1000)');
        while ((await newest('pid')) > 0);
        letGo();
        expect(await failure).to.be.instanceOf(StoreFailure);
        await write(database);
      } finally {
        busy.release();
        await outside.end();
        await database.close();
        network.close();
        await temporary.drop();
      }
    });

    it('reports what the server cancels before the connection is closed, and responds within 10 s', () => {
      const { silenceMs, connectionMs, statementMs, lockMs } = databaseTimeouts;
      expect(lockMs).to.be.below(statementMs);
      expect(statementMs).to.be.below(silenceMs);
      expect(connectionMs + silenceMs).to.be.at.most(11_000);
    });

    it('runs migrations without timeouts', async () => {
      const temporary = await emptyDatabase();
      const slow = { statement_timeout: '500ms', lock_timeout: '500ms' };
      const url = new URL(temporary.url);
      const alter = Object.entries(slow).map(
        ([name, value]) => `ALTER DATABASE "${url.pathname.slice(1)}" SET ${name} = '${value}'`,
      );
      // One connection sends both statements, because the first time-out applies to later connections.
      await runOn(temporary.url, alter.join('; '));
      // The migration creates one extension, which takes longer than the time-out.
      await runOn(
        temporary.url,
        `CREATE FUNCTION wait() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1); END';
         CREATE EVENT TRIGGER wait ON ddl_command_start WHEN TAG IN ('CREATE EXTENSION') EXECUTE FUNCTION wait()`,
      );
      await (await openDatabase({ url: temporary.url, poolSize: 1 })).close();
      await temporary.drop();
    });
  });

  describe('a database that is not open', () => {
    it('fails reads and transactions, and is not ready', async () => {
      const database = prepareDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', poolSize: 1 });
      expect(await failureOf(read(database))).to.be.instanceOf(StoreFailure);
      expect(await failureOf(write(database))).to.be.instanceOf(StoreFailure);
      expect(() => database.pool).to.throw(StoreFailure);
      expect(await databaseReadiness(database).state()).to.deep.equal({ reads: false, writes: false });
    });

    it('is unavailable if its server does not run', async () => {
      const nowhere = await failureOf(openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', poolSize: 1 }));
      expect(isUnavailable(nowhere), String(nowhere)).to.equal(true);
    });

    const failures: readonly (readonly [what: string, failure: unknown, unavailable: boolean])[] = [
      ['a host name that cannot be resolved yet', Object.assign(new Error('getaddrinfo'), { code: 'EAI_AGAIN' }), true],
      ['a server that is starting', Object.assign(new Error('starting up'), { code: '57P03' }), true],
      ['a server without a free connection', Object.assign(new Error('too many clients'), { code: '53300' }), true],
      ['a connection timeout', new Error('Connection terminated due to connection timeout'), true],
      ['a wrong password', Object.assign(new Error('authentication failed'), { code: '28P01' }), false],
      ['a database that does not exist', Object.assign(new Error('does not exist'), { code: '3D000' }), false],
      ['a migration that fails', Object.assign(new Error('syntax error'), { code: '42601' }), false],
      ['any other error', new TypeError('x is not a function'), false],
      ['a value that is not an error', 'ECONNREFUSED', false],
    ];
    for (const [what, failure, unavailable] of failures) {
      it(`classifies ${what} as ${unavailable ? 'temporary' : 'permanent'}`, () => {
        expect(isUnavailable(failure)).to.equal(unavailable);
      });
    }
  });
});
