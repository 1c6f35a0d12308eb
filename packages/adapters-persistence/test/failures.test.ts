import { StoreFailure } from '@portcullis/application';
import { aRole, given, refusalOf } from '@portcullis/application/testing';
import { expect } from 'chai';
import { databaseReadiness, databaseTimeouts, openDatabase, roleViews, typeormUnitOfWork } from '../src/index.ts';
import { embeddedDatabase, describeOnServer, emptyDatabase } from './support/databases.ts';

const failureOf = (attempt: Promise<unknown>): Promise<unknown> => attempt.catch((error: unknown) => error);

describe('Failures of the store', () => {
  describe('the embedded database', () => {
    const database = embeddedDatabase();

    it('wraps the error of a read, whose text says nothing of the database', async () => {
      const statement = { name: 'wrong', text: 'SELECT no_such_column FROM users' };
      const failure = await failureOf(database().reader.rows(statement));
      expect(failure).to.be.instanceOf(StoreFailure);
      expect(String(failure)).to.equal("StoreFailure: The read 'wrong' failed.");
    });

    it('answers the next statement after one that failed, over the same connection', async () => {
      const { pool, reader } = database();
      for (const text of ['SELECT 1/0', 'not SQL at all', 'SELECT $1::int', 'SELECT 1/0 AS again']) {
        expect(await failureOf(pool.query({ text, values: [] }))).to.be.instanceOf(Error);
        expect(await reader.row({ name: 'good', text: 'SELECT 1 AS one' })).to.deep.equal({ one: 1 });
      }
      expect(await databaseReadiness(reader).isReady()).to.equal(true);
    });

    it('takes the next transaction after one that was refused', async () => {
      const { dataSource, reader } = database();
      const work = typeormUnitOfWork(dataSource);
      const [role, next] = [aRole(), aRole()];
      await given(work, { roles: [role] });
      await refusalOf(given(work, { roles: [aRole({ code: role.code })] }));
      await given(work, { roles: [next] });
      expect(await roleViews(reader).find(next.id)).to.deep.equal(next);
    });

    it('passes on what the work itself throws', async () => {
      const own = new Error('own');
      const work = typeormUnitOfWork(database().dataSource);
      expect(await failureOf(work.run(() => Promise.reject(own)))).to.equal(own);
    });
  });

  describeOnServer('PostgreSQL out of reach', () => {
    it('fails reads and transactions, and is not ready', async () => {
      const temporary = await emptyDatabase();
      const { dataSource, reader, close } = await openDatabase({ url: temporary.url, poolSize: 2 });
      try {
        expect(await databaseReadiness(reader).isReady()).to.equal(true);
        await temporary.drop();
        expect(await failureOf(reader.rows({ name: 'any', text: 'SELECT 1' }))).to.be.instanceOf(StoreFailure);
        const run = typeormUnitOfWork(dataSource).run((tx) => tx.roles.known([aRole().id]));
        expect(await failureOf(run)).to.be.instanceOf(StoreFailure);
        expect(await databaseReadiness(reader).isReady()).to.equal(false);
      } finally {
        await close();
        await temporary.drop();
      }
    });

    it('gives up a connection and a statement soon enough for an answer within 5 s', () => {
      const { connectMs, statementMs, lockMs } = databaseTimeouts;
      expect(Math.max(connectMs, statementMs, lockMs)).to.be.below(5000);
    });
  });
});
