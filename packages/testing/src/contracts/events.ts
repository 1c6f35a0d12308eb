import { comparison, type Condition } from '@portcullis/domain/internal/conditions/condition';
import { contentEvents } from '@portcullis/domain/internal/contents/content';
import { newEvent, type DomainEvent, type NewEvent } from '@portcullis/domain/internal/events/event';
import { expect } from 'chai';
import type { EventQuery } from '@portcullis/application/internal/ports/events';
import { aClient, anActor, anEvent, anEventActor, anId, aUser, unique } from '../builders.ts';
import { given } from '../given.ts';
import type { OpenStore } from './store.ts';

export function eventContract(adapter: string, open: OpenStore): void {
  const idsOf = (events: readonly (NewEvent | DomainEvent)[]) => events.map(({ id }) => id);
  const add = async (...events: readonly NewEvent[]): Promise<void> => {
    for (const event of events) await given(open().work, { events: [event] });
  };
  const page = async (query: Partial<EventQuery>) => idsOf(await open().events.page({ limit: 10, ...query }));

  describe(`Event contract, ${adapter}`, () => {
    it('stores an event unchanged, and assigns it a position', async () => {
      const { events } = open();
      const last = await events.lastPosition();
      const event = anEvent({
        actor: {
          type: 'apiKey',
          id: anId(),
          name: 'ada',
          ipAddress: '2001:db8::1',
          userAgent: 'Ünknown',
          sessionId: null,
          apiKey: { id: anId(), name: 'Ünïcode' },
          agent: { via: 'mcp', tool: 'update', client: 'Ünïcode "1"' },
        },
        subject: { type: 'menu', id: null, name: null },
        changes: { order: { before: null, after: 1 }, tagIds: { before: ['ä'], after: [] } },
        requestId: null,
      });
      await add(event);
      const [stored] = await events.after(last, 9);
      expect(stored).to.deep.equal({ ...event, position: stored?.position });
      expect(stored?.position).to.be.greaterThan(last);
      expect(await events.lastPosition()).to.equal(stored?.position);
      expect(await events.find(event.id)).to.deep.equal(stored);
      expect(await events.find(anId())).to.equal(undefined);
    });

    it('fills in the user name of an actor without a name from the account', async () => {
      const { work, events } = open();
      const [ada, gone] = [aUser(), aUser()];
      await given(work, { users: [ada] });
      const by = (id: string, name: string | null) =>
        anEvent({ actor: { ...anEventActor({ name }), id: ada.id === id ? ada.id : gone.id } });
      const [read, kept, missing] = [by(ada.id, null), by(ada.id, 'before'), by(gone.id, null)];
      await add(read, kept, missing);
      const names = await Promise.all([read, kept, missing].map(async ({ id }) => (await events.find(id))?.actor.name));
      expect(names).to.deep.equal([ada.username, 'before', null]);
    });

    it('stores no event if its transaction fails', async () => {
      const { work, events } = open();
      const event = anEvent();
      await work
        .run(async (tx) => {
          await tx.events.add(event);
          throw new Error('later');
        })
        .catch(() => undefined);
      expect(await events.find(event.id)).to.equal(undefined);
    });

    it('reads events in batches by position, in either direction', async () => {
      const { work, events } = open();
      const last = await events.lastPosition();
      const added = Array.from({ length: 5 }, () => anEvent());
      await given(work, { events: added.slice(0, 3) });
      await add(...added.slice(3));
      const first = await events.after(last, 3);
      const rest = await events.after(first.at(-1)?.position ?? 0, 3);
      expect(idsOf([...first, ...rest])).to.deep.equal(idsOf(added));
      expect(await events.after(rest.at(-1)?.position ?? 0, 3)).to.deep.equal([]);
      const second = first[1]?.position ?? 0;
      expect(await page({ after: second, limit: 2 })).to.deep.equal(idsOf(added.slice(2, 4)));
      expect(await page({ before: second, limit: 1 })).to.deep.equal(idsOf(added.slice(0, 1)));
      expect(await page({ limit: 2 })).to.deep.equal(idsOf(added.slice(3).toReversed()));
    });

    it('filters events and the activity of a user by assistants', async () => {
      const agent = { via: 'mcp', tool: 'update', client: 'x' } as const;
      const ada = aUser();
      const actor = anEventActor({ id: ada.id });
      const [plain, assisted, about] = [
        anEvent({ actor }),
        anEvent({ actor: { ...actor, agent } }),
        anEvent({ actor: anEventActor({ agent }), subject: { type: 'user', id: ada.id, name: 'x' } }),
      ];
      await add(plain, assisted, about);
      expect(await page({ actorId: ada.id, via: 'mcp' })).to.deep.equal([assisted.id]);
      const { events } = open();
      expect(idsOf(await events.activityOf(ada.id, { limit: 10 }))).to.deep.equal(idsOf([about, assisted, plain]));
      const assistedOnly = await events.activityOf(ada.id, { limit: 10, via: 'mcp' });
      expect(idsOf(assistedOnly)).to.deep.equal(idsOf([about, assisted]));
    });

    it('filters events by type, actor, subject and time', async () => {
      const day = (number: number) => new Date(Date.UTC(2026, 2, number));
      const actor = anActor();
      const by = newEvent(anId(), day(1), {
        event: contentEvents.created,
        actor,
        subject: { id: anId(), title: unique('title') },
      });
      const same = { ...by, id: anId<'Event'>(), type: 'content.updated' as const, occurredAt: day(2) };
      const other = anEvent({ actor: by.actor, type: 'user.updated', occurredAt: day(3) });
      await add(by, same, other);
      const mine = (query: Partial<EventQuery>) => page({ actorId: actor.id, ...query });
      expect(await mine({})).to.deep.equal(idsOf([other, same, by]));
      expect(await mine({ type: 'content.*' })).to.deep.equal(idsOf([same, by]));
      expect(await mine({ type: '*' })).to.have.length(3);
      expect(await mine({ type: 'content.created' })).to.deep.equal(idsOf([by]));
      expect(await mine({ type: 'content.creat' })).to.deep.equal([]);
      for (const pattern of ['content%', 'content_*', '%*']) expect(await mine({ type: pattern })).to.deep.equal([]);
      expect(await mine({ subjectType: 'content' })).to.deep.equal(idsOf([same, by]));
      expect(await mine({ subjectId: by.subject.id ?? '' })).to.deep.equal(idsOf([same, by]));
      expect(await mine({ from: day(2) })).to.deep.equal(idsOf([other, same]));
      expect(await mine({ to: day(2) })).to.deep.equal(idsOf([same, by]));
      const filtered = (filter: Condition) => mine({ filter });
      expect(await filtered(comparison('type', 'in', ['content.updated', 'user.updated']))).to.deep.equal(
        idsOf([other, same]),
      );
      expect(await filtered({ not: comparison('subjectType', 'eq', 'content') })).to.deep.equal(idsOf([other]));
      expect(await filtered(comparison('occurredAt', 'lt', day(2).toISOString()))).to.deep.equal(idsOf([by]));
      expect(await filtered(comparison('apiKeyId', 'exists', true))).to.deep.equal([]);
      expect(await mine({ from: day(2), to: day(2), type: 'content.*', subjectType: 'content' })).to.deep.equal([
        same.id,
      ]);
    });

    it('lists the events that have a user as actor or as subject, each event once', async () => {
      const { events } = open();
      const ada = aUser();
      const subject = { type: 'user', id: ada.id, name: ada.username } as const;
      const actor = anEventActor({ id: ada.id });
      const [own, by, about, unrelated] = [
        anEvent({ actor, subject }),
        anEvent({ actor }),
        anEvent({ subject }),
        anEvent(),
      ];
      await add(own, by, about, unrelated);
      expect(idsOf(await events.activityOf(ada.id, { limit: 9 }))).to.deep.equal(idsOf([about, by, own]));
      const [newest] = await events.activityOf(ada.id, { limit: 1 });
      expect(newest?.id).to.equal(about.id);
      const before = newest?.position ?? 0;
      expect(idsOf(await events.activityOf(ada.id, { before, limit: 9 }))).to.deep.equal(idsOf([by, own]));
      expect(newest?.actor.ipAddress).to.equal(aClient.ipAddress);
    });
  });
}
