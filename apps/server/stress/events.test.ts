import { openDatabase, typeormUnitOfWork, type Database, viewsOf } from '@portcullis/adapters-persistence';
import { temporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { anEvent } from '@portcullis/testing/internal/builders';
import { expect } from 'chai';

const adminUrl = process.env['TEST_DATABASE_URL'];
const [writers, readers] = [32, 4];
const eventsEach = Number(process.env['EVENTS_PER_WRITER'] ?? 10_000);

/** Waits for 0 to 3 ms in one of ten calls, otherwise not at all. */
const pause = async (): Promise<void> => {
  if (Math.random() < 0.1) await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
};

describe('The event log under load', function () {
  this.timeout(1_800_000);
  let database: Database;
  let drop: () => Promise<void>;

  before(async function () {
    if (adminUrl === undefined) return this.skip();
    const temporary = await temporaryDatabase(adminUrl);
    drop = temporary.drop;
    database = await openDatabase({ url: temporary.url, poolSize: writers + readers });
  });
  after(async () => {
    await database?.close();
    await drop?.();
  });

  it(`shows each event of ${writers} writers once, in the same order, to each of ${readers} readers`, async function () {
    const work = typeormUnitOfWork(database);
    const views = viewsOf(database.reader).events;
    const added = new Set<string>();
    const write = async (): Promise<void> => {
      for (let count = 0; count < eventsEach; count += 1) {
        const event = anEvent();
        await work.run(async (tx) => {
          await tx.events.add(event);
          await pause();
        });
        added.add(event.id);
      }
    };
    const read = async (): Promise<readonly string[]> => {
      const seen: string[] = [];
      // A read without events is not the end of the log, because assigning positions may take long.
      for (let position = 0; seen.length < writers * eventsEach; ) {
        const events = await views.after(position, 200);
        seen.push(...events.map(({ id }) => id));
        position = events.at(-1)?.position ?? position;
      }
      return seen;
    };
    const began = performance.now();
    const reading = Array.from({ length: readers }, read);
    await Promise.all(Array.from({ length: writers }, write));
    const [first = [], ...others] = await Promise.all(reading);
    const seconds = Math.round((performance.now() - began) / 1000);
    if (this.test) this.test.title += ` (${added.size} events in ${seconds} s)`;
    expect(first.length).to.equal(writers * eventsEach);
    expect(new Set(first)).to.deep.equal(added);
    for (const other of others) expect(other).to.deep.equal(first);
  });
});
