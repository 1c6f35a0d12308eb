import { aRole } from '@portcullis/testing/internal/builders';
import { expect } from 'chai';
import { openDatabase } from '../src/database.ts';
import { typeormUnitOfWork } from '../src/unit-of-work.ts';
import { describeOnServer, serverUrl } from './support/databases.ts';
import { migratedDatabase } from '../src/testing.ts';

describeOnServer('The code of a transaction', () => {
  it('continues after each statement in a turn of its own, for which reads do not wait', async () => {
    const { url, drop } = await migratedDatabase(serverUrl ?? '');
    const waiting: (() => void)[] = [];
    const nextTurn = () => new Promise<void>((resolve) => waiting.push(resolve));
    const database = await openDatabase({ url, poolSize: 3, nextTurn });
    try {
      let turns = 0;
      const change = typeormUnitOfWork(database)
        .run((tx) => tx.roles.existingIds([aRole().id]))
        .then(() => turns);
      const read = () => database.reader.row({ name: 'one', text: 'SELECT 1 AS one' });
      // The statements of this transaction are BEGIN, a query, and COMMIT.
      for (const turn of [1, 2, 3]) {
        while (waiting.length === 0) await new Promise(setImmediate);
        expect(await read()).to.deep.equal({ one: 1 });
        expect(waiting).to.have.lengthOf(1);
        turns = turn;
        waiting.pop()?.();
      }
      expect(await change).to.equal(3);
    } finally {
      await database.close();
      await drop();
    }
  });
});
