import { expect } from 'chai';
import type { OwnDraft } from '@portcullis/domain';
import { typeormUnitOfWork } from '@portcullis/adapters-persistence';
import { aCategory, aContent, aUser, given, unique } from '@portcullis/testing';
import { aMediaFile } from '@portcullis/testing/internal/builders';
import type { Api } from '../support/api.ts';
import { contentPermissionIds, expectSuccess } from '../support/builders.ts';
import { sharedService, type Service } from '../support/service.ts';
import { aHolder } from './a-holder.ts';
import { ownModules } from './own-modules.ts';

interface Entry {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly expanded?: Readonly<Record<string, unknown>>;
}

interface Usage {
  readonly entries: readonly { readonly resource: string; readonly id: string; readonly name: string }[];
  readonly totals: { readonly entries: number };
}

/** The tests of own resources share a service, and an order has a number of its own. */
const firstNumber = 10;

describe('What callers reach of own resources', () => {
  let service: Service;
  const mark = unique('Reached ');
  const root = aCategory();
  const child = aCategory({ parentId: root.id });
  const owner = aUser({ username: unique('owner') });
  const [draft, published] = [aContent(), aContent({ status: 'PUBLISHED' })];
  const file = aMediaFile();
  let orders: readonly Entry[];

  before(async () => {
    service = await sharedService(ownModules);
    const contents = [draft, published];
    const things = { users: [owner], categories: [root, child], contents, media: [file] };
    await given(typeormUnitOfWork(service.server.database, {}), things);
    const colour = { name: unique('Label '), colour: '#336699', rank: 1, isShown: true, size: 'small' };
    const label = await expectSuccess(service.admin.post<Entry>('/team/labels', colour));
    const add = (own: OwnDraft) => {
      const order = { title: mark, region: 'north', amount: '1', label: label.id, keywords: [mark], owner: owner.id };
      return expectSuccess(service.admin.post<Entry>('/team/orders', { ...order, ...own }));
    };
    const first = await add({
      number: firstNumber,
      category: root.id,
      article: draft.id,
      photo: file.id,
      scores: [1, 2],
    });
    orders = [
      first,
      await add({
        number: firstNumber + 1,
        category: child.id,
        article: published.id,
        region: 'south',
        photo: file.id,
      }),
      await add({ number: firstNumber + 2, parent: first.id, scores: [] }),
    ];
  });

  const numbers = async (query: string, api = service.admin): Promise<readonly number[]> => {
    const path = `/team/orders?keywords=${encodeURIComponent(mark)}&sort=number&${query}`;
    const { items } = await expectSuccess(api.get<{ items: readonly Entry[] }>(path));
    return items.map(({ number }) => number - firstNumber);
  };
  const idOf = (number: number): string => orders[number]?.id ?? '';

  it('are the entries under a category that a condition names, whatever is done with them', async () => {
    const under = { attr: 'resource.category', under: root.id } as const;
    const below = { attr: 'resource.category', under: child.id } as const;
    const api = await aHolder(service, {
      'team.order.read': under,
      'team.order.create': below,
      'team.order.update': below,
      'team.order.delete': below,
    });
    expect(await numbers('', api)).to.deep.equal([0, 1]);
    expect(await numbers(`category.under=${child.id}`, api)).to.deep.equal([1]);
    expect(await numbers(`parent.category.under=${root.id}`)).to.deep.equal([2]);
    const reads = await Promise.all([0, 1, 2].map((number) => api.get(`/team/orders/${idOf(number)}`)));
    expect(reads.map(({ status }) => status)).to.deep.equal([200, 200, 404]);
    const patch = (number: number, change: object) => api.patch(`/team/orders/${idOf(number)}`, change);
    expect(await patch(1, { state: 'open' })).to.include({ status: 200 });
    expect(await patch(0, { state: 'open' })).to.include({ status: 403 });
    expect(await patch(1, { category: root.id })).to.include({ status: 403 });
    expect(await patch(2, { state: 'open' })).to.include({ status: 404 });
    expect(await api.delete(`/team/orders/${idOf(0)}`)).to.include({ status: 403 });
  });

  it('are found by an element of a list of numbers, in filters and in conditions', async () => {
    expect(await numbers('scores=2')).to.deep.equal([0]);
    expect(await numbers('scores.contains=7')).to.deep.equal([]);
    expect(await numbers('scores.contains=1.5')).to.deep.equal([]);
    expect(await numbers('scores.exists=false')).to.deep.equal([1]);
    const api = await aHolder(service, { 'team.order.read': { attr: 'resource.scores', contains: 1 } });
    expect(await numbers('', api)).to.deep.equal([0]);
  });

  it('are filtered by what the caller may read of built-in resources', async () => {
    const ofOwner = `owner.username=${encodeURIComponent(owner.username)}`;
    const reader = await aHolder(service, { 'team.order.read': null });
    for (const [query, ofAdmin, ofReader] of [
      [ofOwner, [0, 1, 2], []],
      [`owner.username.ne=x`, [0, 1, 2], []],
      ['owner.username.exists=false', [], [0, 1, 2]],
      [`category.slug=${child.slug}`, [1], [1]],
      ['article.status=DRAFT', [0], []],
      ['article.status=PUBLISHED', [1], [1]],
      ['article.title.exists=true', [0, 1], [1]],
      ['photo.type=image', [0, 1], []],
      ['role.code.exists=false', [0, 1, 2], [0, 1, 2]],
      [`parent.${ofOwner}`, [2], []],
      [
        `filter=${encodeURIComponent(JSON.stringify({ not: { attr: 'resource.owner.username', eq: 'x' } }))}`,
        [0, 1, 2],
        [],
      ],
    ] as const) {
      expect(await numbers(query), query).to.deep.equal(ofAdmin);
      expect(await numbers(query, reader), query).to.deep.equal(ofReader);
    }
    for (const hidden of ['owner.email=x', 'owner.phone.exists=true', 'article.contentMd.contains=x'])
      expect(await service.admin.get(`/team/orders?${hidden}`), hidden).to.include({ status: 400, code: 1005 });
    await contentPermissionIds(service.admin);
    const drafts = await aHolder(service, {
      'team.order.read': null,
      'content.read-drafts': { attr: 'resource.status', eq: 'DRAFT' },
      'user.read': null,
    });
    expect(await numbers('article.title.exists=true', drafts)).to.deep.equal([0, 1]);
    expect(await numbers(ofOwner, drafts)).to.deep.equal([0, 1, 2]);
  });

  it('are named where a file is used, if the caller may read them', async () => {
    const usage = (api: Api) => expectSuccess(api.get<Usage>(`/media/${file.id}/usage`));
    const named = [1, 0].map((number) => ({ resource: 'team.order', id: idOf(number), name: mark }));
    const whole = await usage(service.admin);
    expect([whole.entries, whole.totals.entries]).to.deep.equal([named, 2]);
    const northern = { attr: 'resource.region', eq: 'north' } as const;
    const reader = await aHolder(service, { 'team.order.read': northern }, 'MODERATOR');
    const part = await usage(reader);
    expect([part.entries, part.totals.entries]).to.deep.equal([named.slice(1), 2]);
    expect((await usage(await aHolder(service, {}, 'MODERATOR'))).entries).to.deep.equal([]);
  });

  it('are not more for the editors of files', async () => {
    const api = await aHolder(
      service,
      { 'team.order.read': { attr: 'resource.number', eq: firstNumber } },
      'MODERATOR',
    );
    expect(await numbers('', api)).to.deep.equal([0]);
    const order = await expectSuccess(api.get<Entry>(`/team/orders/${idOf(0)}?expand=owner,label,photo`));
    expect(order.expanded).to.have.all.keys('owner', 'photo');
  });
});
