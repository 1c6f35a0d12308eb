import { expect } from 'chai';
import { openDatabase, typeormUnitOfWork, type Database } from '../src/index.ts';
import { anEvent } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { describeOnServer, embeddedDatabase, freshDatabase, serverUrl } from './support/databases.ts';

describe('A unit of work', () => {
  const database = embeddedDatabase();

  it('calls `recorded` only after commits that added events', async () => {
    let recorded = 0;
    const work = typeormUnitOfWork(database(), {}, () => (recorded += 1));
    await work.run((tx) => tx.now());
    const failed = await work
      .run(async (tx) => {
        await tx.events.add(anEvent());
        throw new Error('rolled back');
      })
      .catch((error: unknown) => error);
    expect([failed instanceof Error, recorded]).to.deep.equal([true, 0]);
    await given(work, { events: [anEvent(), anEvent()] });
    expect(recorded).to.equal(1);
  });
});

describeOnServer('Signals between processes', () => {
  const database = freshDatabase(serverUrl);
  let other: Database;
  before(async () => {
    const [{ url } = { url: '' }] = await database().dataSource.query(`SELECT current_database() AS url`);
    const address = new URL(serverUrl ?? '');
    address.pathname = `/${url}`;
    other = await openDatabase({ url: address.href, poolSize: 2 });
  });
  after(() => other?.close());

  it('reach the other processes, even after a lost connection, but not the sender', async () => {
    const heard = { own: 0, other: 0 };
    let next: (() => void) | undefined;
    const once = () => new Promise<void>((resolve) => (next = resolve));
    const listening = once();
    database().signals.listen(() => (heard.own += 1));
    other.signals.listen(() => {
      heard.other += 1;
      next?.();
    });
    // Each listener is also called when its connection for signals has been opened. The test waits for these two calls.
    await listening;
    while (heard.own === 0) await new Promise(setImmediate);
    const signal = once();
    database().signals.send();
    await signal;
    expect(heard).to.deep.equal({ own: 1, other: 2 });
    const opened = once();
    await database().dataSource.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    );
    await opened;
    const again = once();
    database().signals.send();
    await again;
    expect(heard.other).to.equal(4);
  });
});
