import type { VisibleUser } from '@portcullis/application/internal/ports/users';
import { builtInPermissions, userRole } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import type { Api } from './support/api.ts';
import { aPerson, startService, unique, type Person, type Service } from './support/service.ts';

interface Role {
  readonly id: string;
}

describe('GET /users/:id and USER_DETAILS', () => {
  const services: Partial<Record<'all' | 'own', Service>> = {};
  before(async () => {
    services.all = await startService({ userDetails: 'all' });
    services.own = await startService({ userDetails: 'own' });
  });
  after(() => Promise.all(Object.values(services).map((service) => service.stop())));

  const serviceWith = (userDetails: 'all' | 'own'): Service =>
    services[userDetails] ?? expect.fail('The service has not been started.');

  /** Creates a role with these fields, and returns its id. */
  const aRole = async ({ admin }: Service, fields: object = {}): Promise<string> =>
    (await admin.post<Role>('/roles', { code: unique('R').toUpperCase(), name: unique(), ...fields })).data.id;

  /** Creates a user with a phone number, a gender, the role USER and a disabled role. */
  async function someone(service: Service): Promise<Person> {
    const person = await aPerson(service);
    const roleIds = [userRole.id, await aRole(service, { status: 0 })];
    await service.admin.patch(`/users/${person.id}`, { phone: '+49 30 1', gender: 2, nickName: 'Ada', roleIds });
    return person;
  }

  /** Creates a user with a role that has a permission. */
  async function aReader(service: Service, permission: string): Promise<Api> {
    const person = await aPerson(service);
    const roleId = await aRole(service);
    const permissionIds = builtInPermissions.filter(({ code }) => code === permission).map(({ id }) => id);
    await service.admin.post(`/roles/${roleId}/permissions`, { permissionIds });
    await service.admin.patch(`/users/${person.id}`, { roleIds: [userRole.id, roleId] });
    return person.api;
  }

  const read = async (api: Api, { id }: Person) => (await api.get<VisibleUser>(`/users/${id}`)).data;

  it('all: every logged-in caller reads all fields', async () => {
    const service = serviceWith('all');
    const ada = await someone(service);
    const seen = await read((await aPerson(service)).api, ada);
    expect(seen).to.deep.equal(await read(service.admin, ada));
    expect(seen).to.include({ email: ada.email, phone: '+49 30 1', gender: 2 });
    expect(seen.roles).to.have.length(2);
  });

  it('own: the user, administrators and holders of user.read read all fields', async () => {
    const service = serviceWith('own');
    const ada = await someone(service);
    const expected = await read(service.admin, ada);
    expect(expected).to.include({ email: ada.email, phone: '+49 30 1', gender: 2 });
    for (const api of [ada.api, await aReader(service, 'user.read')]) {
      expect(await read(api, ada)).to.deep.equal(expected);
    }
  });

  it('own: other callers read neither the e-mail address, phone number and gender nor disabled roles', async () => {
    const service = serviceWith('own');
    const ada = await someone(service);
    const { id, code, name } = userRole;
    const expected = {
      ...(await read(service.admin, ada)),
      email: null,
      phone: null,
      gender: null,
      roles: [{ id, code, name }],
      roleGrants: null,
    };
    for (const api of [(await aPerson(service)).api, await aReader(service, 'role.read')]) {
      expect(await read(api, ada)).to.deep.equal(expected);
      expect((await api.get(`/users?email=${ada.email}`)).status).to.equal(403);
    }
  });

  it('own: a caller who loses the permission no longer reads the details with the next request', async () => {
    const service = serviceWith('own');
    const [ada, bob] = [await someone(service), await aPerson(service, ['MODERATOR'])];
    expect((await read(bob.api, ada)).email).to.equal(ada.email);
    await service.admin.put(`/users/${bob.id}/roles`, { roleIds: [userRole.id] });
    expect((await read(bob.api, ada)).email).to.equal(null);
  });

  it('own: a visitor and a caller whose session has ended read nothing', async () => {
    const service = serviceWith('own');
    const [ada, bob] = [await someone(service), await aPerson(service)];
    await bob.api.post('/auth/logout', {});
    expect((await service.api.get(`/users/${ada.id}`)).status).to.equal(401);
    expect((await bob.api.get(`/users/${ada.id}`)).status).to.equal(401);
  });
});
