import type { Page } from '@portcullis/application/internal/ports/lists';
import type { UserView } from '@portcullis/application/internal/ports/users';
import type { AuditRecord } from '@portcullis/domain/internal/events/audit-record';
import { userRole } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import type { Api } from './support/api.ts';
import { aRole, expectSuccess, type Wire } from './support/builders.ts';
import { aUserWithRoles, anAdministrator, aPerson, sharedService } from './support/service.ts';

type Records = Page<Wire<AuditRecord>>;

const unknown = '11111111-1111-4111-8111-111111111111';
const unknownToo = 'aaaaaaaa-2222-4222-8222-222222222222';

/** The two routes that can set the roles of an existing user. */
const routes = {
  'PUT /users/:id/roles': (api: Api, id: string, roleIds: readonly string[]) =>
    api.put(`/users/${id}/roles`, { roleIds }, { 'User-Agent': 'roles/1.0' }),
  'PATCH /users/:id': (api: Api, id: string, roleIds: readonly string[]) =>
    api.patch(`/users/${id}`, { roleIds }, { 'User-Agent': 'roles/1.0' }),
};

const roleIdsOf = async (api: Api, id: string) =>
  (await expectSuccess(api.get<UserView>(`/users/${id}`))).roles.map((role) => role.id);

/** Returns the payloads of a user's audit records, newest first. */
const payloadsOf = async (api: Api, id: string) =>
  (await expectSuccess(api.get<Records>(`/audit-logs?resourceId=${id}`))).items.map(({ payload }) => payload);

describe('role setting', () => {
  for (const [route, setRoles] of Object.entries(routes)) {
    it(`§4.4 role setting, rule 1: ${route} lists every missing role id, and changes nothing`, async () => {
      const service = await sharedService();
      const { api } = await anAdministrator(service);
      const role = await aRole(api);
      const { id } = await aUserWithRoles(service, role);
      const before = await payloadsOf(api, id);

      const response = await setRoles(api, id, [unknown, userRole.id, unknownToo, unknown]);

      expect(response).to.deep.include({ status: 400, code: 1000, errors: { missingIds: [unknown, unknownToo] } });
      expect(response.message).to.include(unknown).and.include(unknownToo).and.not.include(userRole.id);
      expect(await roleIdsOf(api, id)).to.deep.equal([role.id]);
      expect(await payloadsOf(api, id)).to.deep.equal(before);
    });

    it(`§4.4 role setting, rule 2: ${route} replaces all roles, and an empty list removes all roles`, async () => {
      const service = await sharedService();
      const { api } = await anAdministrator(service);
      const [old, one, two] = [await aRole(api), await aRole(api), await aRole(api)];
      const { id } = await aUserWithRoles(service, old);
      await expectSuccess(setRoles(api, id, [two.id, one.id, two.id]));
      expect(await roleIdsOf(api, id)).to.have.members([one.id, two.id]);
      await expectSuccess(setRoles(api, id, []));
      expect(await roleIdsOf(api, id)).to.deep.equal([]);
    });

    it(`§4.4 role setting, rule 3: ${route} records the sorted roles before and after, even if nothing changes`, async () => {
      const service = await sharedService();
      const actor = await anAdministrator(service);
      const roles = [await aRole(actor.api), await aRole(actor.api), await aRole(actor.api)];
      const sorted = roles.map(({ id }) => id).toSorted();
      const { id: userId } = await aUserWithRoles(service);
      await expectSuccess(setRoles(actor.api, userId, sorted.toReversed()));
      await expectSuccess(setRoles(actor.api, userId, sorted));

      const { items } = await expectSuccess(
        actor.api.get<Records>(`/audit-logs?resourceId=${userId}&userId=${actor.id}`),
      );
      const facts = { event: 'user.roles.set', resource: 'User', action: 'UPDATE', result: 'SUCCESS' };
      const who = { userId: actor.id, resourceId: userId, ipAddress: '127.0.0.1', userAgent: 'roles/1.0' };
      const ids = { actorId: actor.id, userId };
      expect(items.map(({ id: _id, createdAt: _at, ...record }) => record)).to.deep.equal([
        { ...facts, ...who, payload: { ...ids, before: sorted, after: sorted } },
        { ...facts, ...who, payload: { ...ids, before: [], after: sorted } },
      ]);
    });

    it(`${route} accepts an id in upper or lower case, and records it in lower case`, async () => {
      const service = await sharedService();
      const { api } = await anAdministrator(service);
      const role = await aRole(api);
      const { id } = await aUserWithRoles(service);
      await expectSuccess(setRoles(api, id.toUpperCase(), [role.id.toUpperCase(), role.id]));
      const [payload] = await payloadsOf(api, id);
      expect(payload).to.deep.include({ userId: id, after: [role.id] });
    });
  }

  it('returns the user, the new set and a message for a PUT', async () => {
    const service = await sharedService();
    const { api } = await anAdministrator(service);
    const sorted = [(await aRole(api)).id, (await aRole(api)).id].toSorted();
    const { id: userId } = await aUserWithRoles(service);
    const data = await expectSuccess(api.put(`/users/${userId}/roles`, { roleIds: sorted.toReversed() }));
    expect(data).to.deep.include({ userId, roleIds: sorted }).and.have.all.keys('userId', 'roleIds', 'message');
  });

  it('§4.4 role setting, rule 1: PUT returns 400 for an unknown user with the missing roles; §4.4 PATCH, rule 1: PATCH returns 404', async () => {
    const { api } = await anAdministrator(await sharedService());
    const put = await api.put(`/users/${unknown}/roles`, { roleIds: [unknownToo] });
    expect(put).to.include({ status: 400, code: 1000 });
    expect(put.message).to.include(unknown).and.include(unknownToo);
    const patch = await api.patch(`/users/${unknown}`, { roleIds: [unknownToo] });
    expect(patch).to.include({ status: 404, code: 1104 });
  });

  it('§4.4 role setting, rule 4: the eleventh PUT in a minute returns 429, regardless of the results of the first ten', async () => {
    const service = await sharedService();
    const caller = await anAdministrator(service);
    const { id } = await aUserWithRoles(service);
    const spellings = [`/users/${id}/roles`, `/users/${id.toUpperCase()}/roles`, `/users/${unknown}/roles`];
    const statuses: number[] = [];
    for (let call = 0; call < 10; call += 1) {
      const { status, headers } = await caller.api.put(spellings[call % 3] ?? '', { roleIds: [] });
      statuses.push(status);
      expect(headers.get('RateLimit-Policy')).to.equal('"set-user-roles";q=10;w=60');
      expect(headers.get('RateLimit')).to.match(new RegExp(`^"set-user-roles";r=${9 - call};t=\\d+$`));
    }
    expect(statuses.filter((status) => status === 400)).to.have.lengthOf(3);

    const refused = await caller.api.put(`/users/${id}/roles`, { roleIds: [] });
    expect(refused).to.include({ status: 429, code: 1029 });
    expect(Number(refused.headers.get('Retry-After'))).to.be.within(1, 60);
    expect(refused.headers.get('RateLimit')).to.include(';r=0;');
    expect(refused.headers.get('RateLimit-Policy')).to.equal('"set-user-roles";q=10;w=60');
    expect(await caller.api.patch(`/users/${id}`, { roleIds: [] })).to.include({ status: 200 });
    const other = await anAdministrator(service);
    expect(await other.api.put(`/users/${id}/roles`, { roleIds: [] })).to.include({ status: 200 });
  });

  it('§4.4 role setting, rule 4: calls that are refused with 403 count too', async () => {
    const { id, api } = await aPerson(await sharedService());
    for (let call = 0; call < 10; call += 1) {
      expect(await api.put(`/users/${id}/roles`, { roleIds: [] })).to.include({ status: 403, code: 1003 });
    }
    expect(await api.put(`/users/${id}/roles`, { roleIds: [] })).to.include({ status: 429 });
  });
});
