import type { Page } from '@portcullis/application/internal/ports/lists';
import type { UserView } from '@portcullis/application/internal/ports/users';
import type { AuditRecord } from '@portcullis/domain/internal/events/audit-record';
import { expect } from 'chai';
import type { Api } from './support/api.ts';
import { aRole, createResource, expectSuccess, type Wire } from './support/builders.ts';
import { aUserWithRoles, anAdministrator, aPerson, logInAs, sharedService, unique } from './support/service.ts';

type Users = Page<Wire<UserView>>;
const unknown = '11111111-1111-4111-8111-111111111111';

const userOf = (api: Api, id: string) => expectSuccess(api.get<Wire<UserView>>(`/users/${id}`));

describe('PATCH /users/:id', () => {
  it('§4.4 PATCH, rule 1: returns 404 for an unknown user', async () => {
    const { admin } = await sharedService();
    expect(await admin.patch(`/users/${unknown}`, { nickName: 'x' })).to.include({ status: 404, code: 1104 });
  });

  it('§4.4 PATCH, rule 2: updates the basic fields, and returns the same user as a later read', async () => {
    const service = await sharedService();
    const { id } = await aPerson(service);
    const username = unique('renamed-');
    const change = { username, email: `${username}@example.com`, nickName: '小安', phone: '+49 (30) 12-3', gender: 2 };
    const { data } = await service.admin.patch<Wire<UserView>>(`/users/${id}`, { ...change, id: unknown, status: 0 });
    expect(data).to.deep.include({ ...change, id, status: 0 });
    expect(data.roles.map(({ code }) => code)).to.deep.equal(['USER']);
    expect(await userOf(service.admin, id)).to.deep.equal(data);
    const cleared = { nickName: null, phone: null, gender: null };
    expect((await service.admin.patch(`/users/${id}`, cleared)).data).to.deep.include({ ...cleared, username });
  });

  it('§4.4 PATCH, rule 3: sets the roles, and does not change the basic fields if a role does not exist', async () => {
    const service = await sharedService();
    const role = await aRole(service.admin);
    const { id } = await aUserWithRoles(service, role);
    const bad = { nickName: 'Changed', roleIds: [unknown] };
    const before = await userOf(service.admin, id);
    expect(await service.admin.patch(`/users/${id}`, bad)).to.include({ status: 400, code: 1000 });
    expect(await userOf(service.admin, id)).to.deep.equal(before);
    const { data } = await service.admin.patch<UserView>(`/users/${id}`, { nickName: 'Changed', roleIds: [] });
    expect(data).to.deep.include({ nickName: 'Changed', roles: [] });
  });

  it('§4.4 PATCH, rule 4: without roleIds, the roles do not change and no audit record is added', async () => {
    const service = await sharedService();
    const { id } = await aUserWithRoles(service, await aRole(service.admin));
    const records = async () => (await service.admin.get<Page<AuditRecord>>(`/audit-logs?resourceId=${id}`)).data.total;
    const before = { records: await records(), roles: (await userOf(service.admin, id)).roles };
    await expectSuccess(service.admin.patch(`/users/${id}`, { nickName: 'Ann' }));
    expect({ records: await records(), roles: (await userOf(service.admin, id)).roles }).to.deep.equal(before);
  });

  for (const gender of ['female', '1', '', 1, 0, null]) {
    it(`returns the gender ${JSON.stringify(gender)} as it was sent`, async () => {
      const service = await sharedService();
      const { id } = await aPerson(service);
      await expectSuccess(service.admin.patch(`/users/${id}`, { gender }));
      expect((await userOf(service.admin, id)).gender).to.equal(gender);
    });
  }

  it('refuses the username or e-mail of another user in any case, but accepts a change of case in the user’s own', async () => {
    const service = await sharedService();
    const [one, two] = [await aPerson(service), await aPerson(service)];
    const change = (fields: object) => service.admin.patch(`/users/${two.id}`, fields);
    expect(await change({ username: one.username.toUpperCase() })).to.include({ status: 409, code: 1107 });
    expect(await change({ email: one.email.toUpperCase() })).to.include({ status: 409, code: 1106 });
    const mine = { username: two.username.toUpperCase(), email: two.email.toUpperCase() };
    expect((await change(mine)).data).to.include(mine);
  });
});

describe('POST /users', () => {
  it('creates an account that can log in, with these roles and an audit record', async () => {
    const service = await sharedService();
    const role = await aRole(service.admin);
    const username = unique('made-');
    const account = { username, email: `${username}@example.com`, password: 'made by somebody' };
    const body = { ...account, gender: 'x', roleIds: [role.id] };
    const data = await createResource<Wire<UserView>>(service.admin, '/users', body);
    expect(data).to.deep.include({ username, gender: 'x', status: 1 }).and.not.have.any.keys('password');
    expect(data.roles).to.deep.equal([{ id: role.id, code: role.code, name: role.name }]);
    const { data: audit } = await service.admin.get<Page<AuditRecord>>(`/audit-logs?resourceId=${data.id}`);
    expect(audit.items.map(({ payload }) => payload.after)).to.deep.equal([[role.id]]);
    await logInAs(service.api, account);
  });

  it('reports all faults of the user name, the e-mail address and the password in one response', async () => {
    const { admin } = await sharedService();
    const fieldsOf = async (account: object) => {
      const { code, errors } = await admin.post('/users', account);
      return [code, Array.isArray(errors) ? errors.map(({ field }) => field) : errors];
    };
    const all = ['username', 'email', 'password'];
    expect(await fieldsOf({ username: 'a', email: 'no', password: 'x' })).to.deep.equal([1005, all]);
    const mixedScripts = 'p\u0430ypal';
    const byRules = await fieldsOf({ username: mixedScripts, email: 'no', password: 'password1' });
    expect(byRules).to.deep.equal([1005, ['email', 'username', 'password']]);
    const good = { email: 'new@example.com' };
    expect(await fieldsOf({ ...good, username: mixedScripts, password: 'x' })).to.deep.equal([
      1005,
      ['username', 'password'],
    ]);
  });

  it('creates no account if a role is unknown', async () => {
    const { admin } = await sharedService();
    const username = unique('made-');
    const account = { username, email: `${username}@example.com`, password: 'made by somebody', roleIds: [unknown] };
    expect(await admin.post('/users', account)).to.include({ status: 400, code: 1000 });
    expect((await admin.get<Users>(`/users?search=${username}`)).data.total).to.equal(0);
  });
});

describe('DELETE /users/:id', () => {
  it('removes the account, and keeps its audit records', async () => {
    const service = await sharedService();
    const { id } = await aPerson(service);
    expect(await service.admin.delete(`/users/${id}`)).to.include({ status: 200, data: null });
    expect(await service.admin.get(`/users/${id}`)).to.include({ status: 404, code: 1104 });
    expect(await service.admin.delete(`/users/${id}`)).to.include({ status: 404, code: 1104 });
    expect((await service.admin.get<Page<AuditRecord>>(`/audit-logs?resourceId=${id}`)).data.total).to.equal(1);
  });

  it('refuses to delete the account of the caller, with the id in lower or upper case', async () => {
    const { id, api } = await anAdministrator(await sharedService());
    for (const spelling of [id, id.toUpperCase()]) {
      expect(await api.delete(`/users/${spelling}`)).to.include({ status: 409, code: 1009 });
    }
  });
});

describe('GET /users', () => {
  it('filters by status, role and gender, and searches in username, e-mail, nickname and phone', async () => {
    const service = await sharedService();
    const { admin } = service;
    const role = await aRole(admin);
    const word = unique('word');
    const ids: string[] = [];
    const fields = [
      { username: `${word}-a`, gender: '1', status: 0 },
      { email: `${word}@example.com`, gender: 1, phone: '030 111 222' },
      { nickName: `The ${word.toUpperCase()}`, gender: 2, phone: '030 111 333' },
    ];
    for (const each of fields) {
      const { id } = await aUserWithRoles(service, role);
      await expectSuccess(admin.patch(`/users/${id}`, each));
      ids.push(id);
    }
    const found = async (query: string) =>
      (await admin.get<Users>(`/users?${query}`)).data.items.map(({ id }) => ids.indexOf(id));
    const mine = `roleCode=${role.code}`;
    expect(await found(mine)).to.deep.equal([0, 1, 2]);
    expect(await found(`search=${word}`)).to.deep.equal([0, 1, 2]);
    expect(await found(`${mine}&status=0`)).to.deep.equal([0]);
    expect(await found(`${mine}&status=1`)).to.deep.equal([1, 2]);
    expect(await found(`${mine}&gender=1`)).to.deep.equal([0, 1]);
    expect(await found(`${mine}&gender=2&search=${word}`)).to.deep.equal([2]);
    expect(await found(`${mine}&search=${encodeURIComponent('111 3')}`)).to.deep.equal([2]);
    expect(await found(`roleCode=${role.code}_`)).to.deep.equal([]);
    expect(await found(`${mine}&invited=false`)).to.deep.equal([0, 1, 2]);
  });

  it('are listed with how they log in, and filtered by it, only for administrators', async () => {
    const service = await sharedService();
    const person = await aUserWithRoles(service);
    const listed = async (query: string) =>
      (await service.admin.get<Users>(`/users?search=${person.username}&${query}`)).data.items;
    const [found] = await listed('withLogIns=true&hasFactor=false&lastLoginFrom=2020-01-01T00:00:00Z');
    expect(found)
      .to.include({ id: person.id, hasFactor: false })
      .and.to.have.property('lastLoginAt')
      .that.is.a('string');
    expect(await listed('lastLoginTo=2020-01-01T00:00:00Z')).to.deep.equal([]);
    const moderator = await aPerson(service, ['MODERATOR']);
    const filters = ['withLogIns=true', 'hasFactor=true', 'lastLoginFrom=2020-01-01T00:00:00Z'];
    for (const filter of filters) {
      const { status, reason } = await moderator.api.get(`/users?${filter}`);
      expect([status, reason], filter).to.deep.equal([403, 'role-required']);
    }
    expect((await moderator.api.get('/users?invited=true')).status).to.equal(200);
  });
});
