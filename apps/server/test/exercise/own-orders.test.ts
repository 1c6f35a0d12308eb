import { expect } from 'chai';
import { ownStore, typeormUnitOfWork, viewsOf } from '@portcullis/adapters-persistence';
import type { OwnDraft } from '@portcullis/domain';
import type { UnitOfWork } from '@portcullis/application';
import {
  aCategory,
  aContent,
  anId,
  aRole,
  anActor,
  aTag,
  aUser,
  given,
  InMemoryWorld,
  ownFake,
  ownWorld,
  unique,
} from '@portcullis/testing';
import { asText } from '@portcullis/domain/internal/own-fields';
import { ownContract } from '@portcullis/testing/contracts';
import { aMediaFile } from '@portcullis/testing/internal/builders';
import { sharedService, type Service } from '../support/service.ts';
import type { Api, ApiResponse } from '../support/api.ts';
import { ownLabels } from './own-labels.ts';
import { ownModules } from './own-modules.ts';
import { ownOrders } from './own-orders.ts';

interface Order {
  readonly id: string;
  readonly version: number;
  readonly updatedAt: string;
  readonly [field: string]: unknown;
}

/** What orders can refer to. */
const targets = () => ({
  users: [aUser(), aUser()],
  roles: [aRole()],
  categories: [aCategory()],
  tags: [aTag(), aTag()],
  media: [aMediaFile()],
  contents: [aContent()],
});

type Targets = ReturnType<typeof targets>;

/** The tests of own resources share a service, and those in other files have orders with lower numbers. */
let drafts = 100;
/** Returns values for all fields, most of which differ at each call. */
function aDraft(labels: readonly string[], of: Targets, own: object = {}): OwnDraft {
  drafts += 1;
  const isEven = drafts % 2 === 0;
  const [user, role, category, content, file] = [of.users, of.roles, of.categories, of.contents, of.media].map(
    ([first]) => first?.id ?? null,
  );
  return {
    title: unique('Order '),
    number: drafts,
    region: isEven ? 'north' : 'south',
    notes: `**Note** ${drafts}`,
    amount: `${drafts}.5`,
    weight: isEven ? null : `1234567890123${String(drafts % 1000).padStart(3, '0')}.0001`,
    isPaid: isEven,
    due: `2026-12-${String((drafts % 28) + 1).padStart(2, '0')}`,
    placedAt: `2026-11-29T10:00:00.${String(drafts % 1000).padStart(3, '0')}+08:00`,
    details: { size: drafts, b: [1, null, { deep: 'x' }], a: 1.5 },
    keywords: isEven ? ['a', 'b'] : [`k${drafts}`],
    scores: [drafts % 11, 3],
    days: isEven ? ['mon'] : [],
    contact: `person${drafts}@example.com`,
    website: `https://例え.jp/中文/${drafts}`,
    owner: user ?? null,
    reviewer: of.users[1]?.id ?? null,
    label: labels[drafts % labels.length] ?? '',
    labels: isEven ? labels : labels.toReversed(),
    parent: null,
    after: null,
    related: [],
    role: role ?? null,
    article: content ?? null,
    category: category ?? null,
    tags: of.tags.map(({ id }) => id),
    photo: file ?? null,
    ...own,
  };
}

describe('A resource with a field of each type', () => {
  let service: Service;
  let orders: (
    method: 'get' | 'post' | 'patch' | 'delete',
    path?: string,
    body?: object,
  ) => Promise<ApiResponse<Order>>;
  let things: Targets;
  let labels: readonly string[] = [];
  const storesOf = () => ({
    teamOrders: ownStore(ownOrders.resource, 0),
    teamLabels: ownStore(ownLabels.resource, 0),
  });

  before(async () => {
    service = await sharedService(ownModules);
    const { admin } = service;
    orders = (method, path = '', body) =>
      admin.send(method.toUpperCase(), `/team/orders${path}`, body) as Promise<ApiResponse<Order>>;
    labels = [await aLabel(admin), await aLabel(admin)];
    things = targets();
    await given(typeormUnitOfWork(service.server.database, {}), things);
  });

  async function aLabel(admin: Api): Promise<string> {
    const body = { name: unique('Label '), colour: '#336699', rank: 3, isShown: true, size: 'small' };
    const { data } = await admin.post<{ id: string }>('/team/labels', body);
    return data.id;
  }
  const draft = (own: object = {}): OwnDraft => aDraft(labels, things, own);
  const create = async (own: object = {}): Promise<Order> => {
    const created = await orders('post', '', draft(own));
    expect(created, JSON.stringify(created)).to.include({ status: 201 });
    return created.data;
  };

  it('returns each value as it is read again', async () => {
    const sent = draft();
    const { status, data } = await orders('post', '', sent);
    expect(status).to.equal(201);
    expect(data).to.deep.include({
      ...sent,
      amount: `${asText(sent['amount'])}0`,
      placedAt: new Date(asText(sent['placedAt'])).toISOString(),
      state: 'open',
    });
    expect(data['notesHtml']).to.match(/^<p><strong>Note<\/strong>/);
    expect((await orders('get', `/${data.id}`)).data).to.deep.equal(data);
    const again = draft({ number: sent['number'] });
    const changed = await orders('patch', `/${data.id}`, again);
    expect(changed).to.include({ status: 200 });
    expect((await orders('get', `/${data.id}`)).data).to.deep.equal(changed.data);
    expect(changed.data.version).to.equal(2);
  });

  it('has the defaults of fields that a request lacks', async () => {
    const { data: profile } = await service.admin.get<{ id: string }>('/auth/profile');
    const body = { title: 'Plain', number: 100, region: 'north', amount: '0', label: labels[0] };
    const { status, data } = await orders('post', '', body);
    expect(status).to.equal(201);
    expect(data).to.deep.include({ owner: profile.id, isPaid: false, keywords: [], labels: [], tags: [], due: null });
    expect(Date.parse(String(data['placedAt']))).to.be.closeTo(Date.now(), 60_000);
  });

  const hostile: Readonly<Record<string, readonly unknown[]>> = {
    title: ['', 7, null, 'x'.repeat(101), 'a\0b', '\ud800', ['a']],
    number: ['7', 1.5, -1, 2 ** 31, 1e300, null, true],
    region: ['east', 1, '', null, '__proto__', 'toString'],
    notes: [7, { a: 1 }, 'a\0b', '\ud800'],
    amount: [1, '1,5', '1.', '.5', '1e3', '-1', '12345678901', '0.001', 'NaN', 'Infinity', '', ' 1', '01', null],
    weight: ['99999999999999999', '0.00001', 1],
    isPaid: ['true', 1, null],
    due: ['2026-02-30', '2026-13-01', '0000-01-01', '20261201', '2026-12-01T00:00:00Z', 'infinity', 'today', 5],
    placedAt: [
      '2026-12-01',
      '2026-12-01T00:00:00',
      '0000-01-01T00:00:00Z',
      'now',
      '9999-12-31T23:59:59-12:00',
      7,
      null,
    ],
    details: ['{}', 7, true, { a: 'x\0' }, { '\ud800': 1 }, { a: 'x'.repeat(65_536) }],
    keywords: ['a', [1], [null], ['x'.repeat(31)], ['a\nb'], Array.from({ length: 101 }, () => 'a'), { 0: 'a' }, null],
    scores: [['1'], [11], [-1], [1.5], [1, 2, 3, 4], 1],
    days: [['wed'], [1], 'mon', null],
    contact: ['x', 'a@b@c', 'a@b\0.example', 7, `${'x'.repeat(250)}@example.com`],
    website: [
      'javascript:alert(1)',
      'https://',
      'ftp://example.com',
      'https://exa mple.com',
      'x',
      7,
      `https://${'x'.repeat(2000)}`,
    ],
    owner: ['x', 7, anId()],
    reviewer: [anId()],
    label: ['', null, 7, anId(), ['x']],
    labels: ['x', [7], [anId()], ['x'], null],
    parent: [anId(), 'x'],
    role: [anId(), {}],
    article: [anId()],
    category: [anId()],
    tags: [[anId()], 'x'],
    photo: [anId(), 'x'],
  };
  for (const [field, values] of Object.entries(hostile)) {
    it(`refuses hostile values of ${field} with 400, 1005 and the field`, async () => {
      const { id } = await create();
      for (const value of values) {
        const added = await orders('post', '', draft({ [field]: value }));
        const changed = await orders('patch', `/${id}`, { [field]: value });
        for (const { status, code, errors } of [added, changed]) {
          expect([status, code], `${JSON.stringify(value)} ${JSON.stringify(errors)}`).to.deep.equal([400, 1005]);
          expect(JSON.stringify(errors)).to.match(new RegExp(`"field":"${field}[\\[".]`));
        }
      }
      expect((await orders('get', `/${id}`)).data.version).to.equal(1);
    });
  }

  it('refuses unknown parameters and hostile filters', async () => {
    for (const query of ['colour=red', 'due=tomorrow', 'amount=x', 'label=x', 'scores=x', 'placedAt=now', 'labels=x'])
      expect(await service.admin.get(`/team/orders?${query}`), query).to.include({ status: 400, code: 1005 });
  });

  it('is filtered by a value, or by an element of a list', async () => {
    const tag = unique('only');
    const { id, ...order } = await create({ keywords: [tag, 'x'], due: '2031-01-01' });
    const found = async (query: string) => {
      const { data } = await service.admin.get<{ items: Order[] }>(`/team/orders?pageSize=100&${query}`);
      return data.items.map((each) => each.id);
    };
    expect(await found(`keywords=${tag}`)).to.deep.equal([id]);
    expect(await found('due=2031-01-01')).to.deep.equal([id]);
    for (const name of ['amount', 'label', 'placedAt'])
      expect(await found(`${name}=${encodeURIComponent(String(order[name]))}`), name).to.include(id);
    for (const each of labels) expect(await found(`labels=${each}`)).to.include(id);
  });

  it('runs the rules, and does not change what is set once', async () => {
    const { id, number } = await create({ isPaid: false });
    const unpaid = await orders('patch', `/${id}`, { isPaid: true, due: null });
    expect(unpaid).to.include({ status: 400, code: 1005, reason: 'team-order-unacceptable' });
    expect(unpaid.errors).to.deep.equal([{ field: 'due', message: 'due is required if isPaid' }]);
    const renumbered = await orders('patch', `/${id}`, { number: Number(number) + 1 });
    expect(renumbered).to.include({ status: 400, code: 1005 });
    expect(renumbered.errors).to.deep.equal([{ field: 'number', message: 'number cannot be changed' }]);
    expect(await orders('patch', `/${id}`, { number, state: 'closed' })).to.include({ status: 200 });
    expect(await orders('patch', `/${id}`, { title: 'x' })).to.include({
      status: 409,
      code: 1009,
      reason: 'team-order-closed',
    });
  });

  it('has values that are unique alone or together', async () => {
    const { region, number, contact } = await create();
    const same = await orders('post', '', draft({ region, number }));
    expect(same).to.include({ status: 409, code: 1202, reason: 'team-order-region-number-taken' });
    const upper = await orders('post', '', draft({ contact: String(contact).toUpperCase() }));
    expect(upper).to.include({ status: 409, reason: 'team-order-contact-taken' });
  });

  it('keeps, clears or removes the entries that refer to what is deleted', async () => {
    const { admin } = service;
    const [kept, cleared] = [await aLabel(admin), await aLabel(admin)];
    const order = await create({ label: kept, labels: [cleared, kept] });
    const inUse = await admin.delete(`/team/labels/${kept}`);
    expect(inUse).to.include({ status: 409, code: 1009, reason: 'team-label-in-use' });
    expect(await admin.delete(`/team/labels/${cleared}`)).to.include({ status: 200 });
    const { data: without } = await orders('get', `/${order.id}`);
    expect(without).to.deep.include({ labels: [kept], version: 2 });
    expect(new Date(without.updatedAt)).to.be.greaterThan(new Date(order.updatedAt));
    const child = await create({ parent: order.id });
    const grandchild = await create({ parent: child.id });
    expect(await orders('delete', `/${order.id}`)).to.include({ status: 200 });
    for (const { id } of [order, child, grandchild]) {
      expect(await orders('get', `/${id}`)).to.include({ status: 404 });
      const [event] = await viewsOf(service.server.database.reader).events.page({ limit: 1, subjectId: id });
      expect(event?.type).to.equal('team.order.deleted');
    }
    expect(await admin.delete(`/team/labels/${kept}`)).to.include({ status: 200 });
  });

  it('keeps or loses its references to built-in resources', async () => {
    const { admin } = service;
    const other = targets();
    await given(typeormUnitOfWork(service.server.database, {}), other);
    const { id, updatedAt } = await create(aDraft(labels, other));
    const idOf = (of: keyof Targets): string => other[of][0]?.id ?? '';
    for (const [path, reason] of [
      [`/roles/${idOf('roles')}`, 'role-in-use'],
      [`/contents/${idOf('contents')}`, 'content-in-use'],
      [`/tags/${idOf('tags')}`, 'tag-in-use'],
      [`/media/${idOf('media')}`, 'media-in-use'],
    ] as const)
      expect(await admin.delete(path), path).to.include({ status: 409, reason });
    const ids = [idOf('contents')];
    const batch = await admin.post('/contents/batch', { ids, action: 'delete' });
    expect(batch).to.include({ status: 409, reason: 'content-in-use' });
    const unused = await admin.get<{ items: Order[] }>('/media?unused=true&pageSize=100');
    expect(unused.data.items.map((each) => each.id)).not.to.include(idOf('media'));
    for (const path of [`/users/${idOf('users')}`, `/categories/${idOf('categories')}`])
      expect(await admin.delete(path), path).to.include({ status: 200 });
    const { data: without } = await orders('get', `/${id}`);
    expect(without).to.include({ owner: null, category: null, version: 3 });
    expect(new Date(without.updatedAt)).to.be.greaterThan(new Date(updatedAt));
    const reviewer = other.users[1]?.id ?? '';
    expect(await admin.delete(`/users/${reviewer}`)).to.include({ status: 200 });
    expect(await orders('get', `/${id}`)).to.include({ status: 404 });
    const [event] = await viewsOf(service.server.database.reader).events.page({ limit: 1, subjectId: id });
    const { data: profile } = await admin.get<{ id: string }>('/auth/profile');
    expect([event?.type, event?.actor.id]).to.deep.equal(['team.order.deleted', profile.id]);
    expect(await admin.delete(`/contents/${idOf('contents')}`)).to.include({ status: 200 });
    const inBin = await orders('post', '', aDraft(labels, things, { article: idOf('contents') }));
    expect(inBin).to.include({ status: 400, code: 1005 });
    expect(inBin.errors).to.have.nested.property('[0].field', 'article');
  });

  it('refuses what a constraint of the table does not accept, with the field', async () => {
    const { pool } = service.server.database;
    await pool.query('ALTER TABLE team_orders ADD CONSTRAINT team_orders_number_check CHECK (number < 1000000)');
    const refused = await orders('post', '', draft({ number: 1_000_001 }));
    expect(refused).to.include({ status: 400, code: 1005, reason: 'team-order-unacceptable' });
    expect(refused.errors).to.have.nested.property('[0].field', 'number');
  });

  it('refuses a value that is missing where the table needs one, with the field or the column', async () => {
    const { pool } = service.server.database;
    await pool.query("ALTER TABLE team_orders ADD COLUMN checked_by text NOT NULL DEFAULT ''");
    await pool.query('ALTER TABLE team_orders ALTER COLUMN checked_by DROP DEFAULT');
    const unchecked = await orders('post', '', draft());
    expect(unchecked).to.include({ status: 400, code: 1005, reason: 'team-order-unacceptable' });
    expect(unchecked.errors).to.deep.equal([{ field: 'checked_by', message: 'checked_by must not be null' }]);
    await pool.query('ALTER TABLE team_orders DROP COLUMN checked_by');
    await pool.query('DELETE FROM team_orders_tags');
    await pool.query('ALTER TABLE team_orders_tags ADD COLUMN added_by text NOT NULL');
    const unlinked = await orders('post', '', draft());
    await pool.query('ALTER TABLE team_orders_tags DROP COLUMN added_by');
    expect(unlinked).to.include({ status: 400, code: 1005, reason: 'team-order-unacceptable' });
    expect(unlinked.errors).to.deep.equal([{ field: 'added_by', message: 'added_by must not be null' }]);
    const { id } = await create({ contact: null });
    await pool.query("UPDATE team_orders SET contact = id || '@example.com' WHERE contact IS NULL");
    await pool.query('ALTER TABLE team_orders ALTER COLUMN contact SET NOT NULL');
    const cleared = await orders('patch', `/${id}`, { contact: null });
    await pool.query('ALTER TABLE team_orders ALTER COLUMN contact DROP NOT NULL');
    expect(cleared).to.include({ status: 400, code: 1005 });
    expect(cleared.errors).to.have.nested.property('[0].field', 'contact');
  });

  ownContract('the database', ownOrders.resource, {
    draft,
    open: () => {
      const { database } = service.server;
      const stores = storesOf();
      return {
        work: typeormUnitOfWork(database, stores),
        repository: (tx) => Reflect.get(tx, 'teamOrders'),
        views: viewsOf(database.reader, stores).teamOrders,
      };
    },
  });
});

describe('The fake of a resource with a field of each type', () => {
  const world = InMemoryWorld.seeded({
    teamOrders: ownFake(ownOrders.resource),
    teamLabels: ownFake(ownLabels.resource),
  });
  const things = targets();
  const labels = [anId<string>(), anId<string>()];
  const work: UnitOfWork<object> = world.work;

  before(async () => {
    await given(world, things);
    await work.run(async (tx) => {
      const at = new Date();
      for (const id of labels)
        await Reflect.get(tx, 'teamLabels').add({
          id,
          name: unique('Label '),
          version: 1,
          createdAt: at,
          updatedAt: at,
        });
    });
  });

  it('removes the entries that refer to a removed one, and refuses to remove what is referred to', async () => {
    const { use, useOf, world: other } = ownWorld(ownOrders.resource, ownLabels.resource);
    const actor = anActor();
    await given(other, things);
    const label = await useOf(ownLabels.resource).create({ actor, draft: { name: 'Bug' } });
    const parent = await use.create({ actor, draft: aDraft([label.id], things) });
    const child = await use.create({ actor, draft: aDraft([label.id], things, { parent: parent.id }) });
    const refused = await useOf(ownLabels.resource)
      .remove({ actor, id: label.id, ifMatch: undefined })
      .catch((error: unknown) => error);
    expect(refused).to.include({ refusal: 'team-label-in-use' });
    await use.remove({ actor, id: parent.id, ifMatch: undefined });
    const events = await other.events.page({ limit: 1, subjectId: child.id });
    expect(events[0]?.type).to.equal('team.order.deleted');
    await useOf(ownLabels.resource).remove({ actor, id: label.id, ifMatch: undefined });
  });

  ownContract('the in-memory world', ownOrders.resource, {
    draft: () => aDraft(labels, things),
    open: () => ({ work, repository: (tx) => Reflect.get(tx, 'teamOrders'), views: world.teamOrders }),
  });
});
