import { anEvent } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { expect } from 'chai';
import { typeormUnitOfWork, viewsOf } from '../src/index.ts';
import { describeOnServer, freshDatabase, serverUrl } from './support/databases.ts';

describeOnServer('Readers of the event log', () => {
  const database = freshDatabase(serverUrl);
  const add = async (count: number): Promise<readonly string[]> => {
    const events = Array.from({ length: count }, () => anEvent());
    await given(typeormUnitOfWork(database()), { events });
    return events.map(({ id }) => id);
  };

  it('do not wait for a transaction that is numbering events, and miss none of its events', async () => {
    const { pool, reader } = database();
    const views = viewsOf(reader).events;
    const start = await views.lastPosition();
    const [numbered] = await add(1);
    const seen = await views.after(start, 9);
    expect(seen.map(({ id }) => id)).to.deep.equal([numbered]);
    const late = await add(2);
    const other = await pool.connect();
    try {
      await other.query('BEGIN');
      await other.query('SELECT number_events(1000)');
      const began = performance.now();
      const during = await views.after(start, 9);
      const elapsed = performance.now() - began;
      expect(during).to.deep.equal(seen);
      expect(elapsed).to.be.lessThan(2500);
      await other.query('COMMIT');
    } finally {
      other.release();
    }
    const rest = await views.after(seen.at(-1)?.position ?? 0, 9);
    expect(rest.map(({ id }) => id)).to.deep.equal(late);
  });

  it('read all events of a backlog in parts, if numbering an event takes long', async () => {
    const { pool, reader } = database();
    const [one, other] = [viewsOf(reader).events, viewsOf(reader).events];
    const start = await one.lastPosition();
    await pool.query(`
      CREATE FUNCTION take_long() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(random() * 0.08); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER take_long AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION take_long()`);
    const added = await add(200);
    const readAll = async (views: typeof one): Promise<readonly string[]> => {
      const ids: string[] = [];
      for (let position = start; ids.length < added.length; ) {
        const events = await views.after(position, 200);
        ids.push(...events.map(({ id }) => id));
        position = events.at(-1)?.position ?? position;
      }
      return ids;
    };
    const read = await Promise.all([readAll(one), readAll(other), readAll(one)]);
    await pool.query('DROP TRIGGER take_long ON events');
    for (const ids of read) expect(ids).to.deep.equal(added);
  });

  it('see an event that was committed before they began, although another reader is numbering events', async () => {
    const { reader } = database();
    const views = [viewsOf(reader).events, viewsOf(reader).events];
    const rounds = Array.from({ length: 20 }, async (_, round) => {
      const [id = ''] = await add(1);
      const found = await views[round % 2]?.page({ limit: 200 });
      return found?.some((event) => event.id === id);
    });
    expect(await Promise.all(rounds)).to.deep.equal(rounds.map(() => true));
  });
});
