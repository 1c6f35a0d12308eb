import { declareEvent, recordedFields } from '@portcullis/domain/internal/shared/declare-event';
import { BusinessError, declareRefusal } from '@portcullis/domain/internal/shared/errors';
import type { StoredResponse } from '@portcullis/domain/internal/shared/idempotency';
import { ownResource, type OwnDraft, type OwnEntity } from '@portcullis/domain/internal/own-resource';
import { aCategory, anActor, anId, given, ownWorld, refusalOf, unique } from '@portcullis/testing';
import { fakeHtmlOf } from '@portcullis/testing/internal/fakes';
import { expect } from 'chai';
import { runOnce } from '../src/idempotency/run-once.ts';
import { ownChange, type OwnUseCases } from '../src/own-resources.ts';
import type { OwnFilterQuery, OwnRepository } from '../src/ports/own-resources.ts';

const tooHigh = declareRefusal('acme-label-rank-too-high', { status: 409 });
const labels = ownResource('acme.label', 'acme.labels', {
  fields: {
    name: { type: 'text', max: 64, search: true },
    size: { type: 'choice', values: ['small', 'large'], default: 'small' },
    rank: { type: 'integer', default: 0, sort: true },
    mark: { type: 'text', max: 20, optional: true, fixed: true },
    note: { type: 'markdown', optional: true },
    category: { type: 'reference', to: 'category', optional: true },
    tag: { type: 'reference', to: 'tag', optional: true },
  },
  namedBy: 'name',
  rules: [
    ({ name, rank }) => (name === 'Low' && rank !== 0 ? { refusal: tooHigh, message: 'It is too high.' } : undefined),
  ],
});
/** The values of the optional fields of an entry that has none of them. */
const unset = { mark: null, note: null, noteHtml: null, category: null, tag: null };
const actor = anActor();
const small = { attr: 'resource.size', eq: 'small' } as const;
const large = { attr: 'resource.size', eq: 'large' } as const;
const first = { page: 1, pageSize: 10 };

describe('The use cases of a resource that is defined from its fields', () => {
  let { world, use, views } = ownWorld(labels);
  const create = (draft: OwnDraft): Promise<OwnEntity> =>
    use.create({ actor, draft: { name: unique('Label'), ...draft } });
  const eventsOf = async ({ id }: Pick<OwnEntity, 'id'>) =>
    (await world.events.page({ limit: 10, subjectId: id })).map(({ type, changes }) => [type, changes]);
  const refusal = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).refusal;
  const repository = (tx: object): OwnRepository => {
    const found: OwnRepository = Reflect.get(tx, 'ownEntities');
    return found;
  };

  beforeEach(() => {
    ({ world, use, views } = ownWorld(labels));
  });

  describe('create', () => {
    it('adds an entry with the defaults of the fields that the request lacks, and records it', async () => {
      const added = await use.create({ actor, draft: { name: 'Bug', rank: 3 } });
      const at = world.clock.now();
      expect(added).to.deep.equal({
        ...unset,
        name: 'Bug',
        size: 'small',
        rank: 3,
        id: added.id,
        version: 1,
        createdAt: at,
        updatedAt: at,
      });
      expect(await views.find(added.id)).to.deep.equal(added);
      const values = { name: 'Bug', size: 'small', rank: 3 };
      const changes = Object.fromEntries(
        Object.entries(values).map(([name, after]) => [name, { before: null, after }]),
      );
      expect(await eventsOf(added)).to.deep.equal([['acme.label.created', changes]]);
    });

    it('stores the HTML of Markdown beside it', async () => {
      const { noteHtml } = await create({ note: '# Hello' });
      expect(noteHtml).to.equal(fakeHtmlOf('# Hello'));
    });

    it('refuses what a rule of the resource refuses, and what the caller may not create', async () => {
      expect(await refusal(create({ name: 'Low', rank: 1 }))).to.equal('acme-label-rank-too-high');
      const reach = { changes: small, reads: true };
      const draft = { name: 'Bug', size: 'large' };
      expect(await refusal(use.create({ actor, draft, reach }))).to.equal('permission-required');
      expect((await use.list({ query: first })).total).to.equal(0);
      await use.create({ actor, draft: { ...draft, size: 'small' }, reach });
      expect((await use.list({ query: first })).total).to.equal(1);
    });

    it('adds one entry for a request that is repeated with its Idempotency-Key', async () => {
      const request = { id: unique('request'), userId: anId<'User'>(), bodyHash: 'body' };
      const respond = async (): Promise<StoredResponse> => ({ status: 201, version: 1, body: '{}', resourceId: null });
      const run = runOnce(world);
      for (const isReplayed of [false, true]) {
        const result = await run(request, respond, (keyed) =>
          use.create({ actor: { ...actor, keyed }, draft: { name: 'Once' } }),
        );
        expect(result.isReplayed).to.equal(isReplayed);
      }
      expect((await use.list({ query: first })).total).to.equal(1);
    });
  });

  describe('update', () => {
    it('changes the sent fields alone, and records exactly those that differ', async () => {
      const added = await create({ rank: 3, note: 'Old', mark: 'A' });
      world.clock.advance(1);
      const changed = await use.update({ actor, id: added.id, ifMatch: [1], change: { rank: 4, size: 'small' } });
      expect(changed).to.deep.equal({ ...added, rank: 4, version: 2, updatedAt: world.clock.now() });
      expect(await views.find(added.id)).to.deep.equal(changed);
      expect((await eventsOf(added))[0]).to.deep.equal(['acme.label.updated', { rank: { before: 3, after: 4 } }]);
    });

    it('renews the HTML of Markdown that is sent, and clears it together with the Markdown', async () => {
      const { id } = await create({ note: 'Old' });
      const update = (change: OwnDraft) => use.update({ actor, id, ifMatch: undefined, change });
      expect((await update({ rank: 1 }))['noteHtml']).to.equal(fakeHtmlOf('Old'));
      expect((await update({ note: 'New' }))['noteHtml']).to.equal(fakeHtmlOf('New'));
      expect(await update({ note: null })).to.include({ note: null, noteHtml: null });
    });

    it('refuses an unknown entry, another version, a fixed field, and values that a rule refuses', async () => {
      const { id, version } = await create({ mark: 'A', rank: 1 });
      const update = (change: OwnDraft, ifMatch = [version]) => refusal(use.update({ actor, id, ifMatch, change }));
      expect(await update({ rank: 2 }, [7])).to.equal('version-changed');
      expect(await update({ mark: 'B' })).to.equal('acme-label-unacceptable');
      expect(await update({ name: 'Low' })).to.equal('acme-label-rank-too-high');
      const unknown = use.update({ actor, id: anId(), ifMatch: undefined, change: {} });
      expect(await refusal(unknown)).to.equal('acme-label-not-found');
      expect(await views.find(id)).to.include({ mark: 'A', rank: 1, version: 1 });
    });

    it('requires that the caller reaches the entry before and after the change', async () => {
      const [inside, outside] = [await create({}), await create({ size: 'large' })];
      const update = ({ id }: OwnEntity, change: OwnDraft, reads: true | typeof small) =>
        use.update({ actor, id, ifMatch: [1], change, reach: { changes: small, reads } });
      expect(await refusal(update(outside, { size: 'small' }, true))).to.equal('permission-required');
      expect(await refusal(update(outside, { size: 'small' }, small))).to.equal('acme-label-not-found');
      expect(await refusal(update(inside, { size: 'large' }, true))).to.equal('permission-required');
      expect(await update(inside, { rank: 9 }, small)).to.include({ rank: 9, version: 2 });
    });

    it('knows the categories above that of the entry, before and after the change', async () => {
      const [root, other] = [aCategory(), aCategory()];
      const [leaf, beside] = [aCategory({ parentId: root.id }), aCategory({ parentId: root.id })];
      await given(world, { categories: [root, other, leaf, beside] });
      const reach = { changes: { attr: 'resource.category', under: root.id }, reads: true } as const;
      const { id } = await use.create({ actor, draft: { name: 'Bug', category: leaf.id }, reach });
      const move = (category: string) => use.update({ actor, id, ifMatch: undefined, change: { category }, reach });
      expect((await move(beside.id))['category']).to.equal(beside.id);
      expect(await refusal(move(other.id))).to.equal('permission-required');
      await use.remove({ actor, id, ifMatch: undefined, reach });
      expect(await views.find(id)).to.equal(undefined);
    });
  });

  describe('remove', () => {
    it('deletes an entry under its version, and records the values that are gone', async () => {
      const { id, name } = await create({});
      expect(await refusal(use.remove({ actor, id, ifMatch: [2] }))).to.equal('version-changed');
      await use.remove({ actor, id, ifMatch: [1] });
      expect(await views.find(id)).to.equal(undefined);
      const [deleted] = await eventsOf({ id });
      expect(deleted?.[0]).to.equal('acme.label.deleted');
      expect(deleted?.[1]).to.deep.include({ name: { before: name, after: null } });
      expect(await refusal(use.remove({ actor, id, ifMatch: undefined }))).to.equal('acme-label-not-found');
    });

    it('refuses what the caller may not delete, and does not tell of what the caller may not read', async () => {
      const { id } = await create({ size: 'large' });
      const remove = (reads: boolean) =>
        refusal(use.remove({ actor, id, ifMatch: [1], reach: { changes: small, reads } }));
      expect(await remove(true)).to.equal('permission-required');
      expect(await remove(false)).to.equal('acme-label-not-found');
      await use.remove({ actor, id, ifMatch: [1], reach: { changes: large, reads: true } });
      expect(await views.find(id)).to.equal(undefined);
    });
  });

  describe('read, list, count and pages', () => {
    const drafts = [
      { name: 'One', size: 'small', rank: 1 },
      { name: 'Two', size: 'large', rank: 1 },
      { name: 'Three', size: 'small', rank: 2 },
    ];
    const limited = { changes: small, reads: true } as const;
    const unreached = { changes: false, reads: false } as const;
    const namesIn = (items: readonly OwnEntity[]) => items.map(({ name }) => name);
    const pagesOf = async (input: Parameters<OwnUseCases['pages']>[0]): Promise<readonly (readonly OwnEntity[])[]> => {
      const pages: (readonly OwnEntity[])[] = [];
      for await (const page of use.pages(input)) pages.push(page);
      return pages;
    };

    beforeEach(async () => {
      for (const draft of drafts) await create(draft);
    });

    it('return an entry that the caller reaches', async () => {
      const [one, two] = (await use.list({ query: first })).items;
      const [reached, hidden] = [one?.id ?? anId(), two?.id ?? anId()];
      expect(await use.read({ id: hidden })).to.deep.equal(two);
      expect(await use.read({ id: reached, reach: limited })).to.deep.equal(one);
      expect(await refusal(use.read({ id: hidden, reach: limited }))).to.equal('acme-label-not-found');
      expect(await refusal(use.read({ id: reached, reach: unreached }))).to.equal('acme-label-not-found');
      expect(await refusal(use.read({ id: anId() }))).to.equal('acme-label-not-found');
    });

    it('list what both the filter and the reach of the caller include', async () => {
      const list = async (query: OwnFilterQuery, reach?: typeof limited | typeof unreached) => {
        const { items, total } = await use.list({ query: { ...first, ...query }, reach });
        return [namesIn(items), total];
      };
      const low = { attr: 'resource.rank', eq: 1 } as const;
      expect(await list({})).to.deep.equal([['One', 'Two', 'Three'], 3]);
      expect(await list({ filter: low })).to.deep.equal([['One', 'Two'], 2]);
      expect(await list({}, limited)).to.deep.equal([['One', 'Three'], 2]);
      expect(await list({ filter: low }, limited)).to.deep.equal([['One'], 1]);
      expect(await list({ search: 'thr' }, limited)).to.deep.equal([['Three'], 1]);
      expect(await list({}, unreached)).to.deep.equal([[], 0]);
    });

    it('count what the caller reaches, by the values of a field if one is named', async () => {
      const counts = [
        { value: 1, count: 2 },
        { value: 2, count: 1 },
      ];
      expect(await use.count({ query: {} })).to.deep.equal({ total: 3, counts: [] });
      expect(await use.count({ query: {}, by: 'rank' })).to.deep.equal({ total: 3, counts });
      expect(await use.count({ query: { search: 'two' } })).to.deep.equal({ total: 1, counts: [] });
      const ofSmall = counts.map(({ value }) => ({ value, count: 1 }));
      expect(await use.count({ query: {}, reach: limited, by: 'rank' })).to.deep.equal({ total: 2, counts: ofSmall });
      expect(await use.count({ query: {}, reach: unreached, by: 'rank' })).to.deep.equal({ total: 0, counts: [] });
    });

    it('read the parts of a long list one after another, and none of an empty one', async () => {
      expect((await pagesOf({ query: {} })).map(namesIn)).to.deep.equal([['One', 'Two', 'Three']]);
      expect((await pagesOf({ query: { search: 't' }, reach: limited })).map(namesIn)).to.deep.equal([['Three']]);
      expect(await pagesOf({ query: { search: 'four' } })).to.deep.equal([]);
      expect(await pagesOf({ query: {}, reach: unreached })).to.deep.equal([]);
    });

    it('read a thousand entries at a time, in the order of their ids', async () => {
      const at = world.clock.now();
      const rows = Array.from({ length: 1001 }, (_none, rank): OwnEntity => {
        const values = { ...unset, name: 'Many', size: 'small', rank };
        return { ...values, id: anId(), version: 1, createdAt: at, updatedAt: at };
      });
      const add = (some: readonly OwnEntity[]) =>
        world.run(async (tx) => {
          for (const row of some) await repository(tx).add(row);
        });
      const query = { search: 'many' };
      await add(rows.slice(0, 1000));
      expect((await pagesOf({ query })).map(({ length }) => length)).to.deep.equal([1000]);
      await add(rows.slice(1000));
      const pages = await pagesOf({ query });
      expect(pages.map(({ length }) => length)).to.deep.equal([1000, 1]);
      expect(pages.flat().map(({ id }) => id)).to.deep.equal(rows.map(({ id }) => id));
    });
  });

  describe('ownChange', () => {
    const closed = declareEvent(labels.subject, 'acme.label.closed', recordedFields<OwnEntity>()<string>('size'));
    const closing = () =>
      ownChange(labels, { work: world.work, clock: world.clock, ids: world.ids, repository }, closed, ({ size }) => {
        if (size === 'large') throw new BusinessError(tooHigh, 'It is closed already.');
        return { size: 'large' };
      });

    it('changes an entry with an event of its own', async () => {
      const added = await create({});
      world.clock.advance(1);
      const changed = await closing()({ actor, id: added.id, ifMatch: [1] });
      expect(changed).to.deep.equal({ ...added, size: 'large', version: 2, updatedAt: world.clock.now() });
      expect(await views.find(added.id)).to.deep.equal(changed);
      const [event] = await world.events.page({ limit: 1, subjectId: added.id });
      expect(event).to.deep.include({
        type: 'acme.label.closed',
        changes: { size: { before: 'small', after: 'large' } },
      });
      expect(event?.subject.name).to.equal(added['name']);
      expect(event?.actor.id).to.equal(actor.id);
    });

    it('refuses an unknown entry, another version, what the caller may not change, and what the change refuses', async () => {
      const { id } = await create({});
      const close = (input: Partial<Parameters<ReturnType<typeof closing>>[0]> = {}) =>
        closing()({ actor, id, ifMatch: undefined, ...input });
      expect(await refusal(close({ id: anId() }))).to.equal('acme-label-not-found');
      expect(await refusal(close({ ifMatch: [2] }))).to.equal('version-changed');
      expect(await refusal(close({ reach: { changes: large, reads: true } }))).to.equal('permission-required');
      expect(await refusal(close({ reach: { changes: true, reads: large } }))).to.equal('acme-label-not-found');
      await close({ reach: { changes: small, reads: true } });
      expect(await refusal(close())).to.equal('acme-label-rank-too-high');
      expect(await views.find(id)).to.include({ size: 'large', version: 2 });
    });

    it('changes an entry once if the request is repeated with its Idempotency-Key', async () => {
      const { id } = await create({});
      const request = { id: unique('request'), userId: anId<'User'>(), bodyHash: 'body' };
      const respond = async (): Promise<StoredResponse> => ({ status: 200, version: 2, body: '{}', resourceId: null });
      const run = runOnce(world);
      for (const isReplayed of [false, true]) {
        const result = await run(request, respond, (keyed) =>
          closing()({ actor: { ...actor, keyed }, id, ifMatch: undefined }),
        );
        expect(result.isReplayed).to.equal(isReplayed);
      }
    });
  });
});
