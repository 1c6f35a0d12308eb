import type { LoggedIn } from '@portcullis/application/internal/auth/sessions/start-session';
import type { Profile, UserView, UserWithGrants } from '@portcullis/application/internal/ports/users';
import { administratorRole } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import { aPermission, aRole, expectSuccess, type Wire } from './support/builders.ts';
import { aUserWithRoles, aPerson, logInAs, sharedService, sharedTokenLifetime, unique } from './support/service.ts';

const anAccount = (fields: object = {}) => {
  const username = unique('new-');
  return { username, email: `${username}@example.com`, password: `secret of ${username}`, ...fields };
};

describe('POST /auth/register', () => {
  // The start of the service is not part of the first test.
  before(() => sharedService());

  it('creates an enabled account with the role USER, and returns the user', async () => {
    const { api } = await sharedService();
    const { password, ...names } = anAccount();
    const { status, data } = await api.post<Wire<UserWithGrants>>('/auth/register', { ...names, password });
    expect(status).to.equal(201);
    const { id, createdAt, updatedAt, roles, roleGrants, ...rest } = data;
    expect(rest).to.deep.equal({
      ...names,
      attributes: {},
      emailVerified: false,
      invitedUntil: null,
      nickName: null,
      phone: null,
      gender: null,
      kind: 'PERSON',
      status: 1,
      version: 1,
    });
    expect(roles.map(({ code }) => code)).to.deep.equal(['USER']);
    expect(roleGrants).to.deep.equal(roles.map((role) => ({ roleId: role.id, validFrom: null, validUntil: null })));
    expect(updatedAt).to.equal(createdAt);
    expect(await logInAs(api, { ...names, password }), id).to.have.property('url');
  });

  const id = administratorRole.id;
  const wishes: object[] = [
    { role: 'ADMIN' },
    { role: 'admin' },
    { roles: ['USER', 'ADMIN'] },
    { roles: [{ code: 'ADMIN' }] },
    { roleCodes: ['ADMIN'] },
    { roleIds: [id] },
    { isAdmin: true },
  ];
  for (const wish of wishes) {
    it(`§5 rule 9: creates no administrator account for ${JSON.stringify(wish)}`, async () => {
      const { api } = await sharedService();
      const account = anAccount(wish);
      expect(await api.post('/auth/register', account)).to.include({ status: 403, code: 1108 });
      expect(await api.post('/auth/login', account)).to.include({ status: 401 });
    });
  }

  it('§5 rule 9: refuses reserved names such as root and system', async () => {
    const { api } = await sharedService();
    for (const username of ['Administrator', 'ROOT', 'system']) {
      expect(await api.post('/auth/register', anAccount({ username }))).to.include({ status: 403, code: 1108 });
    }
  });

  it('ignores other fields that ask for a role', async () => {
    const { api } = await sharedService();
    const { data } = await api.post<Wire<UserView>>('/auth/register', anAccount({ role: 'MODERATOR', isAdmin: false }));
    expect(data.roles.map(({ code }) => code)).to.deep.equal(['USER']);
  });

  it('§7 conditions 1 and 2: refuses an e-mail address or a username that is in use, ignoring case', async () => {
    const { api } = await sharedService();
    const { email, username, password } = anAccount();
    await expectSuccess(api.post('/auth/register', { email, username, password }));
    const sameEmail = anAccount({ email: email.toUpperCase() });
    expect(await api.post('/auth/register', sameEmail)).to.include({ status: 409, code: 1106 });
    const sameUsername = anAccount({ username: username.toUpperCase() });
    expect(await api.post('/auth/register', sameUsername)).to.include({ status: 409, code: 1107 });
  });

  it('reports only the first fault, in the order role, e-mail, username, reserved name', async () => {
    const { api } = await sharedService();
    const { email, username, password } = anAccount();
    await expectSuccess(api.post('/auth/register', { email, username, password }));
    const everything = { email, username, password, role: 'ADMIN' };
    expect(await api.post('/auth/register', everything)).to.include({ code: 1108 });
    expect(await api.post('/auth/register', { email, username, password })).to.include({ code: 1106 });
    expect(await api.post('/auth/register', { ...anAccount(), username: 'admin' })).to.include({ code: 1107 });
    expect(await api.post('/auth/register', { email, username: 'root', password })).to.include({ code: 1106 });
  });
});

describe('POST /auth/login', () => {
  it('accepts the username and the e-mail address in either field, ignoring case, and returns the stored username', async () => {
    const person = await aPerson(await sharedService());
    const { id, username, email, password } = person;
    const logins = [{ username }, { username: email }, { email }, { email: username }];
    for (const login of [...logins, { username: username.toUpperCase() }, { email: email.toUpperCase() }]) {
      const { user, token } = await expectSuccess(person.api.post<LoggedIn>('/auth/login', { ...login, password }));
      expect(user).to.deep.equal({ id, username, roles: ['USER'] });
      expect(token).to.have.all.keys('accessToken', 'refreshToken', 'expiresIn');
      expect(token.expiresIn).to.equal(sharedTokenLifetime);
    }
  });

  it('§7 condition 3: returns the same error for an unknown user, a wrong password and a disabled account', async () => {
    const service = await sharedService();
    const { id, username, password } = await aPerson(service);
    const wrong = { username, password: `${password}!` };
    const unknown = { username: unique('nobody-'), password };
    const responses = [await service.api.post('/auth/login', wrong), await service.api.post('/auth/login', unknown)];
    await expectSuccess(service.admin.patch(`/users/${id}`, { status: 0 }));
    responses.push(await service.api.post('/auth/login', { username, password }));
    for (const { headers: _headers, ...response } of responses) {
      expect(response).to.deep.equal({
        status: 401,
        code: 1101,
        message: 'Wrong user name or password.',
        reason: 'invalid-credentials',
        errors: null,
        data: undefined,
      });
    }
  });

  it('§5 rule 2: each request reads the current status and roles of the user', async () => {
    const service = await sharedService();
    const person = await aPerson(service);
    const { id, api } = person;
    const role = await aRole(service.admin);
    await expectSuccess(service.admin.patch(`/users/${id}`, { roleIds: [role.id] }));
    expect((await api.get<Profile>('/auth/profile')).data.roles).to.deep.equal([role.code]);
    await expectSuccess(service.admin.patch(`/users/${id}`, { status: 0 }));
    expect(await api.get('/auth/profile')).to.include({ status: 401, code: 1103 });
    await expectSuccess(service.admin.patch(`/users/${id}`, { status: 1 }));
    // The old session has ended for good, but the user can log in again.
    expect(await api.get('/auth/profile')).to.include({ status: 401, code: 1103 });
    const again = await logInAs(service.api, person);
    expect(await again.get('/auth/profile')).to.include({ status: 200 });
    await expectSuccess(service.admin.delete(`/users/${id}`));
    expect(await again.get('/auth/profile')).to.include({ status: 401, code: 1103 });
  });
});

describe('GET /auth/permissions and /auth/profile', () => {
  it('return the permissions of all roles, sorted and without duplicates', async () => {
    const service = await sharedService();
    const [one, two] = [await aPermission(service.admin), await aPermission(service.admin)];
    const first = await aRole(service.admin, { permissionIds: [one.id, two.id] });
    const second = await aRole(service.admin, { permissionIds: [two.id] });
    const { api, id, username, email } = await aUserWithRoles(service, first, second);
    const permissions = [one.code, two.code].toSorted();
    expect((await api.get('/auth/permissions')).data).to.deep.equal({ permissions });
    const { data } = await api.get<Wire<Profile>>('/auth/profile');
    expect(data).to.deep.include({ id, username, email, roles: [first.code, second.code].toSorted(), permissions });
    expect(data).not.to.have.any.keys('password', 'passwordHash');
  });

  it('let users change only the profile fields of their own account', async () => {
    const { api, id } = await aPerson(await sharedService());
    const wanted = { nickName: 'Ann', phone: '+49 30 123', gender: 'f', email: `${unique('mail')}@example.com` };
    const { data } = await api.patch<Wire<Profile>>('/auth/profile', { ...wanted, status: 0, roleIds: [] });
    expect(data).to.deep.include({ ...wanted, id, status: 1, roles: ['USER'] });
  });
});
