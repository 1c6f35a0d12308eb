import type { DomainEvent } from '@portcullis/domain';
import { expect } from 'chai';
import { aCategory, aTag, expectSuccess, type Wire } from './support/builders.ts';
import { aPerson, anAdministrator, sharedService, type Person, type Service } from './support/service.ts';

type Event = Wire<DomainEvent>;
const unknown = '11111111-1111-4111-8111-111111111111';

describe('GET /events', () => {
  let service: Service;
  let actor: Person;
  let tag: { readonly id: string };
  /**
   * The events of `actor`, the oldest first. They are a login, then the creation, the change and the deletion of a tag,
   * then the creation of a category.
   */
  let own: readonly Event[];
  const list = async (query: string): Promise<readonly Event[]> =>
    (await expectSuccess(service.admin.get<{ items: readonly Event[] }>(`/events?${query}`))).items;
  const mine = (query: string) => list(`actorId=${actor.id}&${query}`);

  before(async () => {
    service = await sharedService();
    actor = await anAdministrator(service);
    tag = await aTag(actor.api);
    await expectSuccess(actor.api.patch(`/tags/${tag.id}`, { description: 'News' }));
    await expectSuccess(actor.api.delete(`/tags/${tag.id}`));
    await aCategory(actor.api);
    own = (await mine('')).toReversed();
  });

  it('lists the newest events first, or the oldest after a position', async () => {
    const types = ['session.started', 'tag.created', 'tag.updated', 'tag.deleted', 'category.created'];
    expect(own.map(({ type }) => type)).to.deep.equal(types);
    const positions = own.map(({ position }) => position);
    expect(positions).to.deep.equal(positions.toSorted((one, other) => one - other));
    expect(await mine(`after=${positions[1]}`)).to.deep.equal(own.slice(2));
    expect(await mine(`after=${positions.at(-1)}`)).to.deep.equal([]);
    expect(await mine(`before=${positions[2]}`)).to.deep.equal(own.slice(0, 2).toReversed());
    expect(await mine(`after=${positions[0]}&before=${positions[3]}`)).to.deep.equal(own.slice(1, 3));
  });

  it('lists at most `limit` events, up to 200', async () => {
    expect(await mine('limit=2')).to.deep.equal(own.slice(-2).toReversed());
    expect(await mine('after=0&limit=2')).to.deep.equal(own.slice(0, 2));
    expect(await mine('limit=200')).to.have.length(own.length);
    for (const limit of ['0', '201', 'all']) {
      expect(await service.admin.get(`/events?limit=${limit}`), limit).to.include({ status: 400, code: 1005 });
    }
  });

  it('filters by a complete type or by the beginning of a type', async () => {
    expect(await mine('type=tag.updated')).to.deep.equal([own[2]]);
    expect(await mine('type=tag.*')).to.deep.equal(own.slice(1, 4).toReversed());
    expect(await mine('type=tag.*&after=0')).to.deep.equal(own.slice(1, 4));
    expect(await mine('type=*')).to.have.length(own.length);
    // A module that was removed may have had this type.
    expect(await mine('type=tag')).to.deep.equal([]);
    for (const type of ['tag.', 'tag*', 'TAG.*', 'tag%25', 't_g.*', '*.created', 'x'.repeat(65)]) {
      expect(await service.admin.get(`/events?type=${type}`), type).to.include({ status: 400, code: 1005 });
    }
  });

  it('filters by actor and by subject', async () => {
    expect(own.every((event) => event.actor.id === actor.id && event.actor.name === actor.username)).to.equal(true);
    expect(await list(`actorId=${unknown}`)).to.deep.equal([]);
    expect(await list(`subjectId=${tag.id}`)).to.deep.equal(own.slice(1, 4).toReversed());
    expect(await list(`subjectId=${unknown}`)).to.deep.equal([]);
    expect(await mine('subjectType=tag')).to.deep.equal(own.slice(1, 4).toReversed());
    expect(await mine('subjectType=category')).to.deep.equal(own.slice(-1));
    expect(await mine(`subjectType=category&subjectId=${tag.id}`)).to.deep.equal([]);
    for (const query of ['subjectType=dog', 'subjectId=1', 'actorId=admin']) {
      expect(await service.admin.get(`/events?${query}`), query).to.include({ status: 400, code: 1005 });
    }
  });

  it('filters by a period that includes both of its ends', async () => {
    const [, since = '', until = ''] = own.map(({ occurredAt }) => occurredAt);
    const between = own.filter(({ occurredAt }) => occurredAt >= since && occurredAt <= until).toReversed();
    expect(between.map(({ type }) => type)).to.include.members(['tag.created', 'tag.updated']);
    expect(await mine(`from=${since}&to=${until}`)).to.deep.equal(between);
    expect(await mine(`from=${since}`)).to.deep.equal(own.filter(({ occurredAt }) => occurredAt >= since).toReversed());
    expect(await mine('to=2020-01-01')).to.deep.equal([]);
    expect(await service.admin.get('/events?from=yesterday')).to.include({ status: 400, code: 1005 });
  });

  it('and GET /events/:id are for administrators only; an unknown id returns 404', async () => {
    const person = await aPerson(service);
    expect(await person.api.get('/events')).to.include({ status: 403 });
    expect(await person.api.get(`/events/${own[0]?.id}`)).to.include({ status: 403 });
    expect(await expectSuccess(service.admin.get(`/events/${own[2]?.id}`))).to.deep.equal(own[2]);
    expect(await service.admin.get(`/events/${unknown}`)).to.include({ status: 404, reason: 'event-not-found' });
  });
});
