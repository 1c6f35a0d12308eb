import { moderatorRole } from '@portcullis/domain/internal/built-in';
import { aCategory, aRole, given } from '@portcullis/testing';
import { givenContentPermissions } from '@portcullis/testing/internal/given';
import { expect } from 'chai';
import { aPerson, anAdministrator, startService, type Person, type Service } from './support/service.ts';

type Values = Readonly<Record<string, unknown>>;

interface WithAttributes {
  readonly attributes: Values;
}

const department = { name: 'department', label: '部门', type: 'string', values: ['Sales', 'IT'] };
const declared = [
  { ...department, readableBy: 'self', writableBy: 'admin' },
  { name: 'hobbies', label: 'Hobbies', type: 'string[]', values: null, readableBy: 'self', writableBy: 'self' },
  { name: 'level', label: 'Level', type: 'number', values: null, readableBy: 'admin', writableBy: 'admin' },
];

describe('Attributes of users', () => {
  let service: Service;
  let admin: Person;
  before(async () => {
    service = await startService();
    admin = await anAdministrator(service);
    expect((await admin.api.put('/user-attributes', { attributes: declared })).status).to.equal(200);
  });
  after(() => service.stop());

  const attributesOf = async ({ api }: Person, path: string): Promise<Values> =>
    (await api.get<WithAttributes>(path)).data.attributes;
  const set = async ({ id }: Person, attributes: Values) => {
    expect((await admin.api.patch(`/users/${id}`, { attributes })).status).to.equal(200);
  };

  it('§4.4 attributes, rule 1: declares them as one document with a version, which If-Match compares', async () => {
    const { data, headers } = await admin.api.get<object>('/user-attributes');
    const etag = headers.get('ETag') ?? expect.fail('There is no ETag.');
    expect(data).to.deep.equal({ version: Number(etag.slice(1, -1)), attributes: declared });
    const { values: _none, ...without } = department;
    const body = { attributes: [...declared, { ...without, name: 'other', readableBy: 'self', writableBy: 'self' }] };
    const added = await admin.api.put<{ attributes: object[] }>('/user-attributes', body, { 'If-Match': etag });
    expect(added.data.attributes[3]).to.deep.include({ name: 'other', values: null });
    const late = await admin.api.put<object>('/user-attributes', { attributes: [] }, { 'If-Match': etag });
    expect([late.status, late.code]).to.deep.equal([412, 1012]);
    expect(late.errors).to.deep.include({ changedFields: ['attributes'], updatedBy: admin.id });
    await admin.api.put('/user-attributes', { attributes: declared });
  });

  it('§4.4 attributes, rule 3: sets, keeps and removes single attributes of a user, and validates them', async () => {
    const person = await aPerson(service);
    const path = `/users/${person.id}`;
    await set(person, { department: 'Sales', hobbies: ['a'], level: 2 });
    await set(person, { hobbies: null, level: 3 });
    expect(await attributesOf(admin, path)).to.deep.equal({ department: 'Sales', level: 3 });
    const wrong = await admin.api.patch(path, { attributes: { department: 'HR', level: '3', x: 1, hobbies: [1] } });
    expect([wrong.status, wrong.code]).to.deep.equal([400, 1005]);
    expect((wrong.errors as { field: string }[]).map(({ field }) => field)).to.have.members(
      ['department', 'level', 'x', 'hobbies'].map((name) => `attributes.${name}`),
    );
    expect(await attributesOf(admin, path)).to.deep.equal({ department: 'Sales', level: 3 });
    const account = { username: 'created-with', email: 'created-with@example.com', kind: 'SERVICE' };
    const created = await admin.api.post<WithAttributes>('/users', { ...account, attributes: { department: 'IT' } });
    expect(created.data.attributes).to.deep.equal({ department: 'IT' });
  });

  it('§4.4 attributes, rule 4: shows all to administrators and readers of users, own readable ones to a user, and none to others', async () => {
    const [person, other, moderator] = [
      await aPerson(service),
      await aPerson(service),
      await aPerson(service, [moderatorRole.code]),
    ];
    await set(person, { department: 'IT', level: 1 });
    const path = `/users/${person.id}`;
    expect(await attributesOf(admin, path)).to.deep.equal({ department: 'IT', level: 1 });
    expect(await attributesOf(moderator, path)).to.deep.equal({ department: 'IT', level: 1 });
    expect(await attributesOf(person, path)).to.deep.equal({ department: 'IT' });
    expect(await attributesOf(person, '/auth/profile')).to.deep.equal({ department: 'IT' });
    expect(await attributesOf(other, path)).to.deep.equal({});
  });

  it('§4.4 attributes, rule 4: lets a user change what is declared as writable by its user, and keeps the rest', async () => {
    const person = await aPerson(service);
    await set(person, { department: 'IT', level: 1 });
    const own = (attributes: Values) => person.api.patch<WithAttributes>('/auth/profile', { attributes });
    expect((await own({ hobbies: ['chess'] })).data.attributes).to.deep.equal({ department: 'IT', hobbies: ['chess'] });
    for (const attributes of [{ department: 'Sales' }, { level: 2 }, { level: null }, { none: 1 }])
      expect(await own(attributes)).to.include({ status: 400, code: 1005 });
    expect((await own({ level: 2 })).message).to.equal((await own({ none: 2 })).message);
    expect(await attributesOf(admin, `/users/${person.id}`)).to.deep.include({ level: 1, hobbies: ['chess'] });
  });

  it('shows the changes in events, and in the activity of the user only the readable ones', async () => {
    const person = await aPerson(service);
    await set(person, { department: 'IT', level: 1 });
    await set(person, { level: 2 });
    interface Events {
      readonly items: readonly { readonly type: string; readonly changes: Values }[];
    }
    const changesIn = async ({ api }: Person, path: string) =>
      (await api.get<Events>(path)).data.items.flatMap(({ type, changes }) => (type === 'user.updated' ? changes : []));
    expect(await changesIn(admin, `/events?subjectId=${person.id}`)).to.deep.equal([
      { attributes: { before: { level: 1 }, after: { level: 2 } } },
      { attributes: { before: {}, after: { department: 'IT', level: 1 } } },
    ]);
    expect(await changesIn(person, '/auth/activity')).to.deep.equal([
      {},
      { attributes: { before: {}, after: { department: 'IT' } } },
    ]);
  });

  it('§4.4 attributes, rule 6: filters the list of users, and refuses a filter for an unknown attribute or with an impossible value', async () => {
    const [one, two] = [await aPerson(service), await aPerson(service)];
    await set(one, { department: 'Sales', hobbies: ['go', 'chess'], level: 7 });
    await set(two, { department: 'Sales', hobbies: ['go'], level: 8 });
    const list = (query: string) =>
      admin.api.get<{ total: number; items: readonly { id: string }[] }>(`/users?${query}`);
    const found = async (query: string) => (await list(query)).data.items.map(({ id }) => id);
    expect(await found('attributes.hobbies=go&attributes.department=Sales')).to.deep.equal([one.id, two.id]);
    expect(await found('attributes.hobbies=go&attributes.level=7.0')).to.deep.equal([one.id]);
    expect(await found('attributes.hobbies=go&attributes.department=')).to.deep.equal([one.id, two.id]);
    expect((await list('attributes.hobbies=go&pageSize=1')).data.total).to.equal(2);
    for (const query of ['attributes.none=x', 'attributes.level=x', 'attributes.department=a&attributes.department=b'])
      expect(await list(query), query).to.include({ status: 400, code: 1005 });
  });

  it('§4.4 attributes, rule 7: decides by the present attributes of the caller, which a condition protects from the caller', async () => {
    const section = { name: 'section', label: 'Section', type: 'string', values: null };
    const trusted = { ...section, readableBy: 'self', writableBy: 'admin' };
    const declare = async (...further: readonly object[]) =>
      (await admin.api.put('/user-attributes', { attributes: [...declared, ...further] })).code;
    const categories = [aCategory(), aCategory()];
    const role = aRole();
    await given(service.world, { categories, roles: [role] });
    const condition = { attr: 'resource.categoryId', under: { ref: 'subject.section' } };
    const { 'content.create': permissionId } = await givenContentPermissions(service.world);
    const grant = async () =>
      (await admin.api.put(`/roles/${role.id}/permission-grants`, { grants: [{ permissionId, condition }] })).code;
    expect([await grant(), await declare({ ...trusted, writableBy: 'self' }), await grant()]).to.deep.equal([
      1005, 0, 1009,
    ]);
    expect([await declare(trusted), await grant()]).to.deep.equal([0, 0]);
    const refused = [
      await declare(),
      await declare({ ...trusted, writableBy: 'self' }),
      await declare({ ...trusted, type: 'boolean' }),
    ];
    expect(refused).to.deep.equal([1009, 1009, 1009]);
    const person = await aPerson(service, [role.code]);
    const create = async () =>
      Promise.all(
        categories.map(async ({ id }) => (await person.api.post('/contents', { title: 'x', categoryId: id })).status),
      );
    expect(await create()).to.deep.equal([403, 403]);
    await set(person, { section: categories[0]?.id });
    expect(await create()).to.deep.equal([201, 403]);
    await set(person, { section: categories[1]?.id });
    expect(await create()).to.deep.equal([403, 201]);
    await set(person, { section: null });
    await admin.api.put(`/roles/${role.id}/permission-grants`, { grants: [] });
    expect(await declare()).to.equal(0);
  });

  it('§4.4 attributes, rule 5: refuses declarations that do not fit the values of users', async () => {
    const person = await aPerson(service);
    await set(person, { department: 'IT', hobbies: ['go'] });
    const replaced = async (change: object) => {
      const attributes = declared.map((each) => (each.name === 'department' ? { ...each, ...change } : each));
      return (await admin.api.put('/user-attributes', { attributes })).code;
    };
    const codes = [await replaced({ values: ['Sales', 'HR'] }), await replaced({ type: 'string[]' })];
    expect(codes).to.deep.equal([1009, 1009]);
    expect(await replaced({ values: ['HR', 'IT', 'Sales'] })).to.equal(0);
    expect(await admin.api.put('/user-attributes', { attributes: [] })).to.include({ status: 409, code: 1009 });
  });
});
