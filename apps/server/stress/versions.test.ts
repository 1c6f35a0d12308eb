import { expect } from 'chai';
import { printMeasurement } from '../test/support/figure.ts';
import { inParallel, tally } from './support/load.ts';
import { startCluster, type Cluster } from './support/processes.ts';

/** Number of concurrent writers. A busy machine may refuse some of them with 503. */
const writers = 1000;
const editors = 40;

interface Role {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly version: number;
}

describe('Versions across two processes', () => {
  let cluster: Cluster;

  before(async () => {
    cluster = await startCluster();
  });
  after(() => cluster.stop());

  const aRole = async (number: number) =>
    (await cluster.admin.post<Role>('/roles', { code: `VERSIONED_${number}`, name: `Versioned ${number}` })).data;

  /** Returns a client that sends requests of the administrator to one of the two processes. */
  const apiOf = (index: number) => (cluster.servers[index % 2] ?? cluster.servers[0]).api.as(cluster.admin.token ?? '');

  it(`let exactly one of ${writers} simultaneous PATCH requests with the same If-Match succeed`, async () => {
    const role = await aRole(1);
    const responses = await inParallel(writers, writers, (index) =>
      apiOf(index).patch<Role>(`/roles/${role.id}`, { description: `by ${index}` }, { 'If-Match': '"1"' }),
    );
    const statuses = tally(responses.map(({ status }) => status));
    printMeasurement('parallel PATCHes with one If-Match', JSON.stringify(statuses));
    expect(statuses).to.deep.equal({ ...statuses, 200: 1, 412: writers - 1 - (statuses[503] ?? 0) });
    const winner = responses.find(({ status }) => status === 200);
    const { data } = await cluster.admin.get<Role>(`/roles/${role.id}`);
    expect(data).to.deep.equal(winner?.data);
    const description = `by ${responses.findIndex((response) => response === winner)}`;
    expect(data).to.include({ ...role, version: 2, description, updatedAt: Object(data)['updatedAt'] });
  });

  it(`lose no change of ${editors} concurrent editors`, async () => {
    const role = await aRole(2);
    let conflicts = 0;
    await inParallel(editors, editors, async (index) => {
      const api = apiOf(index);
      for (;;) {
        const { data, headers } = await api.get<Role>(`/roles/${role.id}`);
        const description = [data.description, `<${index}>`].filter((part) => part !== null).join('');
        const ifMatch = { 'If-Match': headers.get('ETag') ?? '' };
        const { status } = await api.patch(`/roles/${role.id}`, { description }, ifMatch);
        if (status === 200) return;
        expect(status).to.equal(412);
        conflicts += 1;
      }
    });
    const { data } = await cluster.admin.get<Role>(`/roles/${role.id}`);
    printMeasurement('conflicts of concurrent editors', conflicts);
    expect(data.version).to.equal(1 + editors);
    for (let index = 0; index < editors; index += 1) expect(data.description).to.include(`<${index}>`);
  });
});
