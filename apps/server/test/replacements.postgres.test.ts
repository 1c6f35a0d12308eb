import { expect } from 'chai';
import { describeOnPostgres } from './support/requirements.ts';
import { unbalancedRoleSets, type RoleChange } from './support/role-changes.ts';
import { anAdministrator, aPerson, sharedService, unique, type Service } from './support/service.ts';

const callers = 6;
/** Maximum number of calls that the rate limit allows the six callers together in a minute. */
const calls = 60;

/** Returns a subset of the ids. It differs from the subset for the previous index. */
const subset = (ids: readonly string[], index: number): readonly string[] =>
  ids.filter((_id, bit) => ((index + 1) >> bit) & 1);

// The embedded database has one connection, so nothing runs concurrently there.
describeOnPostgres('Concurrent replacements (§4.3, §4.4, §6)', () => {
  let service: Service;

  before(async () => {
    service = await sharedService();
  });

  it('of a user’s roles store the set of one request, and audit records that form one chain', async () => {
    const { admin, server } = service;
    const roleIds: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const code = unique('ROLE_').toUpperCase();
      roleIds.push((await admin.post<{ id: string }>('/roles', { code, name: code })).data.id);
    }
    const person = await aPerson(service, []);
    await admin.patch(`/users/${person.id}`, { roleIds: [] });
    const sql = `SELECT payload->'before' AS before, payload->'after' AS after FROM audit_records
      WHERE resource_id = $1 AND payload->'before' <> payload->'after'`;
    const administrators = await Promise.all(Array.from({ length: callers }, () => anAdministrator(service)));
    const each = calls / callers;
    const responses = await Promise.all(
      administrators.flatMap(({ api }, caller) =>
        Array.from({ length: each }, (_, index) =>
          api.put(`/users/${person.id}/roles`, { roleIds: subset(roleIds, caller * each + index) }),
        ),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).to.deep.equal(new Set([200]));
    const { rows } = await server.database.pool.query<RoleChange>(sql, [person.id]);
    const last = await admin.get<{ roles: { id: string }[] }>(`/users/${person.id}`);
    expect(
      unbalancedRoleSets(
        rows,
        [],
        last.data.roles.map(({ id }) => id),
      ),
    ).to.deep.equal([]);
  });

  it('of a role’s permissions store the set of one request', async () => {
    const { admin } = service;
    const code = unique('ROLE_').toUpperCase();
    const { id } = (await admin.post<{ id: string }>('/roles', { code, name: code })).data;
    const all = await admin.get<{ items: { id: string }[] }>('/permissions?pageSize=4');
    const ids = all.data.items.map((permission) => permission.id);
    const sets = Array.from({ length: calls }, (_, index) => subset(ids, index));
    const responses = await Promise.all(
      sets.map((permissionIds) => admin.post(`/roles/${id}/permissions`, { permissionIds })),
    );
    expect(new Set(responses.map(({ status }) => status))).to.deep.equal(new Set([200]));
    const left = (await admin.get<{ id: string }[]>(`/roles/${id}/permissions`)).data.map(
      (permission) => permission.id,
    );
    expect(sets.map((set) => set.toSorted().join())).to.include(left.toSorted().join());
  });
});
