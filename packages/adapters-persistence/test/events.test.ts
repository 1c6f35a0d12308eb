import { anEvent } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import type { NewEvent } from '@portcullis/domain/internal/events/event';
import { expect } from 'chai';
import type { Database } from '../src/database.ts';
import { eventMonths } from '../src/events/months.ts';
import { typeormUnitOfWork } from '../src/unit-of-work.ts';
import { viewsOf } from '../src/views.ts';
import { describeOnServer, freshDatabase, serverUrl } from './support/databases.ts';
import { forbiddenChanges, monthStart, partitionOf, refusalOf } from './support/months.ts';
import { ownedDatabase } from './support/owned-database.ts';

const partOf = (months: number): string => partitionOf('events', months);

const keep = ({ dataSource }: Database, ...events: readonly NewEvent[]) =>
  given(typeormUnitOfWork({ dataSource }), { events });

async function placeOf({ pool, reader }: Database, { id }: NewEvent): Promise<string> {
  await viewsOf(reader).events.lastPosition();
  const { rows } = await pool.query('SELECT tableoid::regclass::text AS part FROM events WHERE id = $1', [id]);
  return rows[0].part;
}

describe('The log of events', () => {
  describe('in a new database', () => {
    const database = freshDatabase(serverUrl);
    const months = () => eventMonths(database().dataSource);

    it('has partitions for the current month and the next two, and creates later ones on request', async () => {
      expect(await months().prepare(new Date())).to.equal(0);
      expect(await months().prepare(monthStart(2))).to.equal(2);
      const events = [-1, 0, 4, 5].map((month) => anEvent({ occurredAt: monthStart(month) }));
      await keep(database(), ...events);
      const places = await Promise.all(events.map((event) => placeOf(database(), event)));
      expect(places).to.deep.equal(['events_first', partOf(0), partOf(4), 'events_other']);
      expect(await months().prepare(monthStart(4))).to.equal(1);
      expect(await months().prepare(monthStart(20)).catch(String)).to.include('a year ahead at most');
    });

    it('refuses changes of events, even directly on a partition and before an event has a position', async () => {
      await keep(database(), anEvent());
      for (const part of ['events', 'events_first', 'events_other', 'new_events', partOf(0), partOf(4)]) {
        for (const change of forbiddenChanges) {
          const statement = change.replace('%', part);
          expect(await refusalOf(database(), statement), statement).to.equal('events are append-only');
        }
      }
    });

    it('allows the removal of complete months only, oldest first, and only after their end', async () => {
      const { removeOldest, endedBy } = months();
      const [gone, kept] = [anEvent({ occurredAt: monthStart(0) }), anEvent({ occurredAt: monthStart(1) })];
      await keep(database(), gone, kept);
      const views = viewsOf(database().reader).events;
      const last = await views.lastPosition();
      const past = { name: 'events_first', until: monthStart(0) };
      expect(await endedBy(new Date())).to.deep.equal([past]);
      expect(await removeOldest(new Date())).to.deep.equal(past);
      const month = { name: partOf(0), until: monthStart(1) };
      expect(await removeOldest(monthStart(1))).to.deep.equal(month);
      expect([await views.find(gone.id), (await views.find(kept.id))?.id]).to.deep.equal([undefined, kept.id]);
      await keep(database(), anEvent({ occurredAt: monthStart(1) }));
      expect(await views.lastPosition()).to.be.greaterThan(last);
    });
  });

  describeOnServer('with several connections', () => {
    const database = freshDatabase(serverUrl);

    it('shows an event of a long transaction after the events that were read before its commit', async () => {
      const { dataSource, reader } = database();
      const work = typeormUnitOfWork({ dataSource });
      const { after } = viewsOf(reader).events;
      const [slow, quick] = [anEvent(), anEvent()];
      let read: readonly { readonly id: string; readonly position: number }[] = [];
      await work.run(async (tx) => {
        await tx.events.add(slow);
        await given(work, { events: [quick] });
        read = await after(0, 9);
      });
      expect(read.map(({ id }) => id)).to.deep.equal([quick.id]);
      const rest = await after(read[0]?.position ?? 0, 9);
      expect(rest.map(({ id }) => id)).to.deep.equal([slow.id]);
    });

    it('shows each event to every reader once and in the same order during concurrent writes', async () => {
      const { dataSource, reader } = database();
      const work = typeormUnitOfWork({ dataSource });
      const views = viewsOf(reader).events;
      const start = await views.lastPosition();
      const added: string[] = [];
      const write = async () => {
        for (let round = 0; round < 20; round += 1) {
          const event = anEvent();
          await work.run(async (tx) => {
            await tx.events.add(event);
            if (round % 3 === 0) await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
          });
          added.push(event.id);
        }
      };
      let isWriting = true;
      const read = async (): Promise<readonly string[]> => {
        const seen: string[] = [];
        for (let position = start; ; ) {
          const wasWriting = isWriting;
          const events = await views.after(position, 7);
          seen.push(...events.map(({ id }) => id));
          position = events.at(-1)?.position ?? position;
          if (!wasWriting && events.length === 0) return seen;
        }
      };
      const readers = [read(), read(), read()];
      await Promise.all(Array.from({ length: 6 }, write));
      isWriting = false;
      const [first = [], ...others] = await Promise.all(readers);
      expect(first).to.have.members(added);
      for (const other of others) expect(other).to.deep.equal(first);
    });
  });

  describeOnServer('with one role that owns the tables and one for the service (docs/operations.md)', () => {
    const database = ownedDatabase();

    it('accepts events, positions and months from the role of the service', async () => {
      expect(await eventMonths(database().service.dataSource).prepare(monthStart(2))).to.equal(2);
      const event = anEvent({ occurredAt: monthStart(4) });
      await keep(database().service, event);
      expect((await viewsOf(database().service.reader).events.find(event.id))?.id).to.equal(event.id);
    });

    it('cannot be changed or removed by the role of the service', async () => {
      for (const statement of [
        'INSERT INTO events SELECT * FROM events',
        'DELETE FROM events',
        'UPDATE events SET type = type',
        'DELETE FROM new_events',
        `SET portcullis.numbers_events = 'yes'; DELETE FROM new_events`,
      ]) {
        expect(await refusalOf(database().service, statement), statement).to.match(/permission denied/);
      }
      expect(await refusalOf(database().service, `DELETE FROM ${partOf(4)}`)).to.match(/append-only/);
      const removal = eventMonths(database().service.dataSource).removeOldest(monthStart(6));
      expect(await removal.catch(String)).to.match(/permission denied for table events_first/);
    });
  });
});
