import { aRole } from '@portcullis/testing';
import { expect } from 'chai';
import { openDatabase, typeormUnitOfWork } from '../src/index.ts';
import { sharesOf } from '../src/postgres/pools.ts';
import { describeOnServer, emptyDatabase } from './support/databases.ts';

const longestReadMs = 1000;

describe('The connection pools', () => {
  it('have at least one connection each, and together as many as the pool size, but at least three', () => {
    for (let poolSize = 1; poolSize <= 100; poolSize += 1) {
      const { transactions, reads, large } = sharesOf(poolSize);
      expect(Math.min(transactions, reads, large), String(poolSize)).to.be.at.least(1);
      expect(transactions + reads + large).to.equal(Math.max(3, poolSize));
    }
  });
});

describeOnServer('Transactions that all wait for one lock', () => {
  it('leave connections free for reads, are counted as waiting, and release their connections', async () => {
    const temporary = await emptyDatabase();
    const database = await openDatabase({ url: temporary.url, poolSize: 5 });
    const outside = await openDatabase({ url: temporary.url, poolSize: 1 });
    const holder = await outside.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE roles IN ACCESS EXCLUSIVE MODE');
      const { run } = typeormUnitOfWork(database);
      const waiters = Array.from({ length: 8 }, () => run((tx) => tx.roles.existingIds([aRole().id])));
      const ended = Promise.allSettled(waiters);
      const began = performance.now();
      await database.reader.rows({ name: 'any', text: 'SELECT count(*) FROM users' });
      expect(performance.now() - began).to.be.below(longestReadMs);
      expect(database.connections()).to.include({ inUse: 2, waiting: 6 });
      await holder.query('ROLLBACK');
      expect(new Set((await ended).map(({ status }) => status))).to.deep.equal(new Set(['fulfilled']));
      expect(database.connections()).to.include({ inUse: 0, waiting: 0 });
      await run((tx) => tx.roles.existingIds([aRole().id]));
    } finally {
      holder.release();
      await outside.close();
      await database.close();
      await temporary.drop();
    }
  });
});
