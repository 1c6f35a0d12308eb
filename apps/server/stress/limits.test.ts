import { expect } from 'chai';
import { aPerson, anAdministrator } from '../test/support/service.ts';
import { inParallel, tally } from './support/load.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { startCluster, type Cluster } from './support/processes.ts';

const calls = 60;

describe('The rate limit on role settings with two processes (§8)', () => {
  let cluster: Cluster;

  before(async () => {
    cluster = await startCluster();
  });
  after(() => cluster.stop());

  it(`allows exactly 10 of ${calls} calls to both processes, even if headers and spellings of the path differ`, async () => {
    const person = await aPerson(cluster);
    const caller = await anAdministrator(cluster);
    const spellings = [`/users/${person.id}/roles`, `/USERS/${person.id}/roles`, `/users/${person.id}/roles/`];
    const responses = await inParallel(calls, 16, async (index) => {
      const headers = {
        'X-Forwarded-For': `203.0.113.${index}`,
        'X-Real-IP': `203.0.113.${index}`,
        'User-Agent': `${index}`,
      };
      const api = caller.api.at(cluster.servers[index % 2 === 0 ? 0 : 1].url);
      return api.put(spellings[index % spellings.length] ?? '', { roleIds: [], extra: index }, headers);
    });
    const statuses = tally(responses.map(({ status }) => status));
    printMeasurement(`role settings let through of ${calls}`, statuses[200] ?? 0);
    expect(statuses).to.deep.equal({ 200: 10, 429: calls - 10 });
    const [records] = await cluster.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM audit_records WHERE user_id = $1',
      [caller.id],
    );
    expect(records?.n).to.equal(10);
  });
});
