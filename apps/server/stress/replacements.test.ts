import { expect } from 'chai';
import { unbalancedRoleSets, type RoleChange } from '../test/support/role-changes.ts';
import { aPerson, unique } from '../test/support/service.ts';
import { inParallel, tally } from './support/load.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { startCluster, type Cluster } from './support/processes.ts';

const calls = 1000;
const connections = 64;

/** Returns a subset that depends only on the index. */
const subset = (ids: readonly string[], index: number): readonly string[] =>
  ids.filter((_id, bit) => ((index * 37) >> bit) & 1);

/** A busy machine may refuse some calls with 503. */
const expectServedOrRefused = (statuses: Readonly<Record<string, number>>): void => {
  expect(statuses).to.deep.equal({ ...statuses, 200: calls - (statuses[503] ?? 0) });
  expect(statuses[200]).to.be.above(calls / 2);
};

describe('Concurrent replacements (§4.3, §4.4, §6)', () => {
  let cluster: Cluster;

  before(async () => {
    cluster = await startCluster();
  });
  after(() => cluster.stop());

  const deadlocks = async (): Promise<number> => {
    const sql = 'SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()';
    return (await cluster.query<{ n: number }>(sql))[0]?.n ?? 0;
  };

  it(`of a user’s roles leave the roles of one request and an unbroken chain of audit records (${calls} calls)`, async () => {
    const roleIds = await inParallel(8, 1, async () => {
      const code = unique('ROLE_').toUpperCase();
      return (await cluster.admin.post<{ id: string }>('/roles', { code, name: code })).data.id;
    });
    const person = await aPerson(cluster, []);
    await cluster.admin.patch(`/users/${person.id}`, { roleIds: [] });
    const sql = `SELECT payload->'before' AS before, payload->'after' AS after FROM audit_records WHERE resource_id = $1`;
    const earlier = (await cluster.query<RoleChange>(sql, [person.id])).length;
    const lost = await deadlocks();

    const responses = await inParallel(calls, connections, (index) => {
      const { url } = cluster.servers[index % 2 === 0 ? 0 : 1];
      return cluster.admin.at(url).patch(`/users/${person.id}`, { roleIds: subset(roleIds, index) });
    });

    const statuses = tally(responses.map(({ status }) => status));
    const edges = (await cluster.query<RoleChange>(sql, [person.id])).slice(earlier);
    const final = await cluster.query<{ id: string }>('SELECT role_id AS id FROM user_roles WHERE user_id = $1', [
      person.id,
    ]);
    printMeasurement('responses to role replacements', JSON.stringify(statuses));
    printMeasurement('role replacements recorded', edges.length);
    printMeasurement('deadlocks in role replacements', (await deadlocks()) - lost);
    expectServedOrRefused(statuses);
    expect(edges).to.have.lengthOf(statuses[200] ?? 0);
    expect(await deadlocks()).to.equal(lost);
    expect(
      unbalancedRoleSets(
        edges,
        [],
        final.map(({ id }) => id),
      ),
    ).to.deep.equal([]);
  });

  it(`of a role’s permissions leave the permissions of one request (${calls} calls)`, async () => {
    const all = await cluster.query<{ id: string }>('SELECT id FROM permissions ORDER BY code LIMIT 8');
    const ids = all.map(({ id }) => id);
    const code = unique('ROLE_').toUpperCase();
    const { id } = (await cluster.admin.post<{ id: string }>('/roles', { code, name: code })).data;
    const lost = await deadlocks();
    const responses = await inParallel(calls, connections, (index) => {
      const { url } = cluster.servers[index % 2 === 0 ? 0 : 1];
      return cluster.admin.at(url).post(`/roles/${id}/permissions`, { permissionIds: subset(ids, index) });
    });
    const statuses = tally(responses.map(({ status }) => status));
    const links = await cluster.query<{ id: string }>(
      'SELECT permission_id AS id FROM role_permissions WHERE role_id = $1',
      [id],
    );
    const final = links.map((link) => link.id).toSorted();
    const asked = Array.from({ length: calls }, (_, index) => subset(ids, index).toSorted().join());
    printMeasurement('responses to permission replacements', JSON.stringify(statuses));
    printMeasurement('deadlocks in permission replacements', (await deadlocks()) - lost);
    expectServedOrRefused(statuses);
    expect(asked).to.include(final.join());
    expect(new Set(final)).to.have.lengthOf(final.length);
    expect(await deadlocks()).to.equal(lost);
  });
});
