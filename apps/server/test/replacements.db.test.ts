import { expect } from 'chai';
import { oddEnds, type RoleChange } from './support/role-changes.ts';
import { aPerson, sharedService, unique, type Service } from './support/service.ts';

const calls = 60;

describe('Role changes at once (§4.4, §6; decisions §4)', () => {
  let service: Service;

  before(async function () {
    // The embedded database has one connection: nothing happens at once there.
    if (process.env['TEST_DATABASE_URL'] === undefined) this.skip();
    service = await sharedService();
  });

  it('leave the set of one of them, and records that form one chain', async () => {
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
    const answers = await Promise.all(
      Array.from({ length: calls }, (_, index) =>
        admin.patch(`/users/${person.id}`, { roleIds: roleIds.filter((_id, bit) => ((index + 1) >> bit) & 1) }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]));
    const { rows } = await server.database.pool.query<RoleChange>(sql, [person.id]);
    const last = await admin.get<{ roles: { id: string }[] }>(`/users/${person.id}`);
    expect(
      oddEnds(
        rows,
        [],
        last.data.roles.map(({ id }) => id),
      ),
    ).to.deep.equal([]);
  });
});
