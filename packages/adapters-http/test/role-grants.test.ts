import { moderatorRole, userRole } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import { aPerson, anAdministrator, startService, type Service } from './support/service.ts';

interface Grants {
  readonly grants: readonly {
    readonly roleId: string;
    readonly validFrom: string | null;
    readonly validUntil: string | null;
  }[];
  readonly version: number;
}

const minuteMs = 60_000;

describe('Roles with a beginning or an end', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const inMinutes = (minutes: number): string =>
    new Date(service.world.clock.now().getTime() + minutes * minuteMs).toISOString();

  it('§4.4 beginning or an end, rules 1 and 5: PUT replaces the roles and their times, and GET returns them with the version', async () => {
    const { id } = await aPerson(service);
    const { api } = await anAdministrator(service);
    const path = `/users/${id}/role-grants`;
    const sent = [
      { roleId: moderatorRole.id.toUpperCase(), validFrom: '2025-01-01T09:00:00+01:00', validUntil: inMinutes(1) },
      { roleId: userRole.id },
    ];
    const grants = [
      { roleId: moderatorRole.id, validFrom: '2025-01-01T08:00:00.000Z', validUntil: inMinutes(1) },
      { roleId: userRole.id, validFrom: null, validUntil: null },
    ];
    const replaced = await api.put<Grants>(path, { grants: sent });
    expect(replaced.data).to.have.all.keys('userId', 'grants', 'message');
    expect(replaced.data.grants).to.have.deep.members(grants);
    const { data, headers } = await api.get<Grants>(path);
    expect(data).to.deep.equal({ userId: id, version: 2, grants });
    expect([replaced.headers.get('ETag'), headers.get('ETag')]).to.deep.equal(['"2"', '"2"']);
    expect((await api.get<{ roleGrants: unknown }>(`/users/${id}`)).data.roleGrants).to.deep.equal(grants);
    const outdated = await api.put(path, { grants: [] }, { 'If-Match': '"1"' });
    expect([outdated.status, outdated.code]).to.deep.equal([412, 1012]);
  });

  it('§4.4 beginning or an end, rule 2: a role gives access from its beginning on, until its end', async () => {
    const person = await aPerson(service, []);
    const { api } = await anAdministrator(service);
    const grants = [{ roleId: moderatorRole.id, validFrom: inMinutes(1), validUntil: inMinutes(2) }];
    expect((await api.put(`/users/${person.id}/role-grants`, { grants })).status).to.equal(200);
    const seen = [];
    for (let minutes = 0; minutes < 3; minutes += 1) {
      seen.push((await person.api.post('/tags', { name: `tag ${minutes}` })).status);
      service.world.clock.advance(minuteMs);
    }
    expect(seen).to.deep.equal([403, 201, 403]);
  });

  it('calls count together with those of PUT on roles', async () => {
    const { id } = await aPerson(service);
    const { api } = await anAdministrator(service);
    const calls = [];
    for (let call = 0; call < 11; call += 1) {
      const isOdd = call % 2 === 1;
      const { status } = isOdd
        ? await api.put(`/users/${id}/roles`, { roleIds: [] })
        : await api.put(`/users/${id}/role-grants`, { grants: [] });
      calls.push(status);
    }
    expect(calls).to.deep.equal([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it('refuses unknown ids', async () => {
    const { api } = await anAdministrator(service);
    const unknown = '00000000-0000-4000-8000-00000000dead';
    const { id } = await aPerson(service);
    const path = (userId: string) => `/users/${userId}/role-grants`;
    const missing = await api.put(path(id), { grants: [{ roleId: unknown }] });
    expect([missing.status, missing.code, missing.message]).to.deep.equal([400, 1000, `Unknown role ids: ${unknown}`]);
    const nobody = await api.put(path(unknown), { grants: [] });
    expect([nobody.status, nobody.code, nobody.message]).to.deep.equal([400, 1000, `Unknown user id: ${unknown}`]);
    expect((await api.get(path(unknown))).code).to.equal(1104);
  });
});
