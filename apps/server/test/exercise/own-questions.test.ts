import { expect } from 'chai';
import type { OwnDraft } from '@portcullis/domain';
import type { Condition } from '@portcullis/domain';
import { typeormUnitOfWork } from '@portcullis/adapters-persistence';
import { given, unique } from '@portcullis/testing';
import { aMediaFile } from '@portcullis/testing/internal/builders';
import type { Api } from '../support/api.ts';
import { expectSuccess } from '../support/builders.ts';
import { sharedService, type Service } from '../support/service.ts';
import { aHolder } from './a-holder.ts';
import { ownModules } from './own-modules.ts';

interface Entry {
  readonly id: string;
  readonly version: number;
  readonly expanded?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

interface Page {
  readonly items: readonly Entry[];
  readonly total: number;
}

interface Imported {
  readonly added: number;
  readonly changed: number;
  readonly present: number;
  readonly refused: number;
  readonly rows: readonly {
    readonly outcome: string;
    readonly errors: readonly { readonly field: string; readonly message: string }[];
  }[];
}

const encoded = (condition: unknown): string => encodeURIComponent(JSON.stringify(condition));

describe('Questions to own resources', () => {
  let service: Service;
  let labels: Readonly<Record<'small' | 'large', Entry>>;
  const mark = unique('Asked ');
  const orders: Entry[] = [];
  before(async () => {
    service = await sharedService(ownModules);
    const made = ['small', 'large'].map((size, rank) => {
      const name = unique(`${mark} `);
      return add('/team/labels', { name, colour: '#336699', rank, isShown: true, size });
    });
    const [small, large] = await Promise.all(made);
    if (small === undefined || large === undefined) throw new Error('There are no labels.');
    labels = { small, large };
    for (const [index, due] of ['2026-12-01', null, '2026-11-01', '2026-12-01'].entries())
      orders.push(
        await add('/team/orders', {
          title: index === 0 ? '=1+1' : `${mark} ${index}`,
          number: index,
          region: index % 2 === 0 ? 'north' : 'south',
          amount: `${index}.50`,
          due,
          keywords: ['a', mark],
          label: index < 2 ? small.id : large.id,
          labels: [large.id, small.id],
          tags: [],
          parent: index === 3 ? (orders[0]?.id ?? null) : null,
        }),
      );
  });

  const add = (path: string, body: OwnDraft) => expectSuccess(service.admin.post<Entry>(path, body));
  const page = (api: Api, query: string) =>
    expectSuccess(api.get<Page>(`/team/orders?keywords=${encodeURIComponent(mark)}&pageSize=100&${query}`));
  const numbers = async (query: string, api = service.admin) =>
    (await page(api, `sort=number&${query}`)).items.map(({ number }) => number);

  it('filter by short forms and by conditions, also through references', async () => {
    for (const [query, wanted] of [
      ['amount.gte=1.5', [1, 2, 3]],
      ['amount.gte=1.5&amount.lt=3.5', [1, 2]],
      ['due.lt=2026-12-01', [2]],
      ['due.exists=false', [1]],
      ['region.in=north,south', [0, 1, 2, 3]],
      ['region=south&due=2026-12-01', [3]],
      [`label=${labels.small.id}`, [0, 1]],
      ['label.size=small', [0, 1]],
      ['label.rank.gt=0', [2, 3]],
      ['parent.label.size=small', [3]],
      ['parent.label.size.ne=large', [3]],
      ['parent.label.exists=false', [0, 1, 2]],
      [`labels=${labels.large.id}`, [0, 1, 2, 3]],
      [`filter=${encoded({ not: { attr: 'resource.label.size', eq: 'small' } })}`, [2, 3]],
      [`filter=${encoded({ not: { attr: 'resource.parent.number', eq: 7 } })}`, [3]],
      [
        `filter=${encoded({
          any: [
            { attr: 'resource.due', exists: false },
            { attr: 'resource.number', eq: 2 },
          ],
        })}`,
        [1, 2],
      ],
    ] as const)
      expect(await numbers(query), query).to.deep.equal(wanted);
    expect((await page(service.admin, 'sort=-due,-number')).items.map(({ number }) => number)).to.deep.equal([
      3, 0, 2, 1,
    ]);
    const refused = await service.admin.get('/team/orders?label.size=medium');
    expect([refused.status, refused.code, refused.errors]).to.have.nested.property('[2][0].field', 'label.size');
  });

  it('count by a field under the same filter', async () => {
    const count = (query: string, api = service.admin) =>
      expectSuccess(api.get<object>(`/team/orders/count?keywords=${encodeURIComponent(mark)}&${query}`));
    expect(await count('')).to.deep.equal({ total: 4, counts: [] });
    expect(await count('by=due&label.size=large')).to.deep.equal({
      total: 2,
      counts: [
        { value: '2026-11-01', count: 1 },
        { value: '2026-12-01', count: 1 },
      ],
    });
    const northern = await aHolder(service, { 'team.order.read': { attr: 'resource.region', eq: 'north' } });
    expect(await count('by=region', northern)).to.deep.equal({ total: 2, counts: [{ value: 'north', count: 2 }] });
    expect(await service.admin.get('/team/orders/count?by=notes')).to.include({ status: 400, code: 1005 });
  });

  it('choose fields and add the entries that the caller may read, at two levels', async () => {
    const query = 'sort=-number&fields=id,number,label&expand=label,labels,parent,parent.label,owner';
    const [last] = (await page(service.admin, query)).items;
    expect(Object.keys(last ?? {}).toSorted()).to.deep.equal(['expanded', 'id', 'label', 'number']);
    const { label, labels: all, parent, owner } = last?.expanded ?? {};
    expect([label, owner]).to.have.nested.property('[0].size', 'large');
    expect(owner).to.have.property('username', 'admin');
    expect(all).to.have.nested.property('[1].id', labels.small.id);
    expect(parent).to.have.nested.property('expanded.label.id', labels.small.id);
    const one = await expectSuccess(service.admin.get<Entry>(`/team/orders/${orders[0]?.id}?expand=label`));
    expect(one).to.have.nested.property('expanded.label.size', 'small');

    const reader = await aHolder(service, {
      'team.order.read': { attr: 'resource.number', gt: 1 },
      'team.label.read': { attr: 'resource.size', eq: 'small' },
    });
    const [third] = (await page(reader, query)).items;
    expect(third).to.deep.include({ label: labels.large.id });
    expect(third?.expanded).to.have.all.keys('labels');
    expect(third?.expanded).to.have.nested.property('labels.length', 1);
    const unknown = await service.admin.get('/team/orders?expand=colour');
    expect(unknown).to.include({ status: 400, code: 1005 });
  });

  it('add the files of an entry for everybody who may read it, as far as they are shown', async () => {
    const file = aMediaFile();
    await given(typeormUnitOfWork(service.server.database, {}), { media: [file] });
    const { id = '' } = orders[2] ?? {};
    await expectSuccess(service.admin.patch(`/team/orders/${id}`, { photo: file.id }));
    const read = async (api: Api) =>
      (await expectSuccess(api.get<Entry>(`/team/orders/${id}?expand=photo`))).expanded?.['photo'];
    const whole = await read(service.admin);
    const reader = await aHolder(service, { 'team.order.read': null });
    const { alt, width, height } = file;
    const shown = { id: file.id, alt, width, height, variants: [] };
    expect(await read(reader)).to.deep.equal({ ...shown, url: Reflect.get(Object(whole), 'url') });
    expect(whole).to.include({ uploaderId: file.uploaderId, url: `/media/${file.id}/${file.fileName}` });
  });

  it('compare nothing of an entry that the caller may not read', async () => {
    const reader = await aHolder(service, {
      'team.order.read': null,
      'team.label.read': { attr: 'resource.size', eq: 'small' },
    });
    expect(await numbers('label.size=small', reader)).to.deep.equal([0, 1]);
    for (const form of ['label.size=large', 'label.size.ne=small', 'label.rank.gte=1', 'label.name.exists=true'])
      expect(await numbers(`${form}&number.gte=2`, reader), form).to.deep.equal([]);
    expect(await numbers('label.size.exists=false', reader)).to.deep.equal([2, 3]);
    const notSmall = encoded({ not: { attr: 'resource.label.size', eq: 'small' } });
    expect(await numbers(`filter=${notSmall}`, reader)).to.deep.equal([]);
    const blind = await aHolder(service, { 'team.order.read': null });
    expect(await numbers('label.size=small', blind)).to.deep.equal([]);
    expect(await numbers('label.size.exists=false', blind)).to.deep.equal([0, 1, 2, 3]);
  });

  const scopes: Readonly<Record<string, () => Condition>> = {
    'an equal field': () => ({ attr: 'resource.region', eq: 'north' }),
    'another value of a field': () => ({ not: { attr: 'resource.due', eq: '2026-12-01' } }),
    'one of two conditions': () => ({
      any: [
        { attr: 'resource.number', lt: 1 },
        { attr: 'resource.label', eq: labels.large.id },
      ],
    }),
    'an attribute of the caller': () => ({ attr: 'resource.owner', eq: { ref: 'subject.id' } }),
  };
  for (const [name, scopeOf] of Object.entries(scopes)) {
    it(`show in lists, counts and exports exactly what a single read allows: ${name}`, async () => {
      const reader = await aHolder(service, { 'team.order.read': scopeOf() });
      for (const query of ['', 'amount.gte=1.5', 'label.size.exists=true']) {
        const matching = (await page(service.admin, query)).items;
        const reads = await Promise.all(matching.map(({ id }) => reader.get(`/team/orders/${id}`)));
        const readable = matching.filter((_each, index) => reads[index]?.status === 200).map(({ id }) => id);
        const further = query.startsWith('label.') ? [] : readable;
        const { items, total } = await page(reader, query);
        expect(items.map(({ id }) => id).toSorted(), query).to.deep.equal(further.toSorted());
        const tail = `keywords=${encodeURIComponent(mark)}&${query}`;
        const { total: counted } = await expectSuccess(reader.get<Page>(`/team/orders/count?${tail}`));
        const file = await exported(reader, `format=ndjson&${tail}`);
        const ids = file
          .split('\n')
          .filter(Boolean)
          .map((line) => line.slice(7, 43));
        expect([total, counted, ids], query).to.deep.equal([further.length, further.length, further.toSorted()]);
      }
    });
  }

  const exported = async (api: Api, query: string): Promise<string> => {
    const address = `${service.server.url}/api/team/orders/export?${query}`;
    const response = await fetch(address, { headers: { Authorization: `Bearer ${api.token}` } });
    expect(response.status).to.equal(200);
    return response.text();
  };

  it('export rows whose import changes nothing, and that a spreadsheet does not calculate', async () => {
    const query = `keywords=${encodeURIComponent(mark)}`;
    for (const format of ['csv', 'ndjson']) {
      const text = await exported(service.admin, `format=${format}&${query}`);
      if (format === 'csv') expect(text).to.include(",'=1+1,");
      const { rows, ...outcome } = await expectSuccess(
        service.admin.post<Imported>('/team/orders/import', { format, text, by: 'id' }),
      );
      expect([outcome, rows.length]).to.deep.equal([{ added: 0, changed: 0, present: 4, refused: 0 }, 4]);
    }
    const { ticket } = await expectSuccess(service.admin.post<{ ticket: string }>('/me/stream/ticket'));
    const download = await fetch(`${service.server.url}/api/team/orders/export?${query}&ticket=${ticket}`);
    expect([download.status, download.headers.get('Content-Type')]).to.deep.equal([200, 'text/csv; charset=utf-8']);
    expect((await download.text()).split('\r\n').length).to.equal(6);
  });

  it('export empty texts, which an import does not confuse with missing values', async () => {
    const described = async (description: string | null) =>
      add('/team/labels', {
        name: unique(`${mark} `),
        colour: '#336699',
        rank: 1,
        isShown: true,
        size: 'small',
        description,
      });
    const made = [await described(''), await described(null), await described("'"), await described("'=")];
    const address = `${service.server.url}/api/team/labels/export?${made.map(({ id }) => `ids=${id}`).join('&')}`;
    const file = await fetch(address, { headers: { Authorization: `Bearer ${service.admin.token}` } });
    const imported = { format: 'csv', text: await file.text(), by: 'id' };
    const { rows, ...outcome } = await expectSuccess(service.admin.post<Imported>('/team/labels/import', imported));
    expect([outcome, rows.length]).to.deep.equal([{ added: 0, changed: 0, present: 4, refused: 0 }, 4]);
  });

  it('refuse hostile rows of a file, and files of which a part would be lost', async () => {
    const row = { title: mark, region: 'north', amount: '1', label: labels.small.id };
    const lines = [
      { ...row, number: 80, details: { toString: null, valueOf: 1 } },
      { ...row, number: 81, details: { toString: null }, keywords: { toString: null } },
    ].map((each) => JSON.stringify(each));
    const deep = JSON.stringify({ ...row, number: 82 }).replace(
      /\}$/,
      `,"details":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    );
    const send = (format: string, text: string) =>
      service.admin.post<Imported>('/team/orders/import', { format, text, by: 'id', dryRun: true });
    const sent = await expectSuccess(send('ndjson', `\uFEFF${[...lines, deep].join('\n')}`));
    expect(sent.rows.map(({ errors }) => errors.map(({ field }) => field))).to.deep.equal([
      [],
      ['keywords'],
      ['details'],
    ]);
    const nested = '{"list":[{"__proto__":{"isAdmin":true}}]}';
    const line = JSON.stringify({ ...row, number: 83 }).replace(/\}$/, `,"details":${nested}}`);
    const cells = `title,region,amount,label,number,details\n${mark},north,1,${row.label},84,"${nested.replaceAll('"', '""')}"`;
    for (const sentRow of [send('ndjson', line), send('csv', cells)]) {
      const [{ field, message } = { field: '', message: '' }] = (await expectSuccess(sentRow)).rows[0]?.errors ?? [];
      expect([field, message]).to.have.nested.property('[0]', 'details');
      expect(message).to.match(/without a key __proto__$/);
    }
    const repeated = await send('csv', 'title,number,title\na,1,b');
    expect([repeated.status, repeated.errors]).to.deep.equal([
      400,
      [{ field: 'text', message: 'There are several columns title.' }],
    ]);
  });

  it('import rows by a unique field, each of them whole or not at all, and change nothing in a dry run', async () => {
    const contact = `${unique('person')}@example.com`;
    const row = (own: object) =>
      JSON.stringify({
        title: mark,
        number: 90,
        region: 'north',
        amount: '1',
        label: labels.small.id,
        contact,
        ...own,
      });
    const text = [
      row({ isPaid: true, due: '2027-01-01' }),
      row({ contact: `${unique('other')}@example.com`, number: 91, amount: 'x', colour: 'red' }),
      row({ contact: `${unique('other')}@example.com`, number: 92, isPaid: true }),
      row({ title: 'again' }),
      'not json',
      JSON.stringify({ contact: `${unique('other')}@example.com`, title: 'incomplete' }),
    ].join('\n');
    const send = (dryRun: boolean, of = text, api = service.admin) =>
      api.post<Imported>('/team/orders/import', { format: 'ndjson', text: of, by: 'contact', dryRun });
    const found = async () => (await page(service.admin, `contact=${contact}`)).total;
    const checked = await expectSuccess(send(true));
    expect(checked).to.deep.include({ added: 1, changed: 0, present: 0, refused: 5 });
    expect(checked.rows.map(({ errors }) => errors.map(({ field }) => field))).to.deep.equal([
      [],
      ['amount', 'colour'],
      ['due'],
      ['contact', 'region', 'number'],
      [''],
      ['number', 'region', 'amount', 'label'],
    ]);
    expect((await page(service.admin, `contact=${contact}`)).total).to.equal(0);
    expect(await found()).to.equal(0);
    expect((await expectSuccess(send(false))).rows.map(({ outcome }) => outcome)).to.deep.equal([
      'added',
      'refused',
      'refused',
      'refused',
      'refused',
      'refused',
    ]);
    const changed = JSON.stringify({ contact, title: 'changed' });
    expect(await expectSuccess(send(true, changed))).to.include({ changed: 1 });
    expect(await expectSuccess(send(false, changed))).to.include({ changed: 1 });
    expect(await expectSuccess(send(false, changed))).to.include({ present: 1 });

    const southern = await aHolder(service, {
      'team.order.read': null,
      'team.order.update': { attr: 'resource.region', eq: 'south' },
    });
    const refused = await expectSuccess(send(false, JSON.stringify({ contact, title: 'stolen' }), southern));
    expect(refused).to.include({ changed: 0, refused: 1 });
    const created = await expectSuccess(send(false, row({ contact: `${unique('new')}@example.com` }), southern));
    expect(created).to.include({ added: 0, refused: 1 });
    const broken = await service.admin.post('/team/orders/import', { format: 'csv', text: 'a,b\n1,2', by: 'id' });
    expect([broken.status, broken.code, broken.errors]).to.have.nested.property('[2][0].field', 'text');
  });
});
