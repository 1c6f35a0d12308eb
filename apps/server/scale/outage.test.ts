import { setTimeout as sleep } from 'node:timers/promises';
import type { ContentView } from '@portcullis/domain/internal/contents/content';
import { expect } from 'chai';
import { tally } from '../stress/support/load.ts';
import { aCategory, aContent, aTag, expectSuccess, type Wire } from '../test/support/builders.ts';
import { startPrimary, startReplica, type DatabaseServer } from '../test/support/database-servers.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { createTestHost, postgresPrograms, until, type TestHost } from '../test/support/machine.ts';
import { startServer, type Server } from '../test/support/server.ts';
import { administrator, logInAs, signingSecret } from '../test/support/service.ts';

/** The length of each outage. It is several times the maximum lag of a replica, 10 s. */
const outageSeconds = Number(process.env['OUTAGE_SECONDS'] ?? '30');

describe('A service whose primary is away', function () {
  this.timeout((outageSeconds + 120) * 1000);
  let machine: TestHost;
  let primary: DatabaseServer;
  let replica: DatabaseServer;
  let server: Server;
  let content: Wire<ContentView>;
  let paths: readonly string[];

  before(async () => {
    machine = createTestHost(...postgresPrograms);
    primary = await startPrimary(machine);
    replica = await startReplica(machine, primary);
    server = await startServer(machine, {
      LOG_LEVEL: 'fatal',
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URLS: replica.url,
      PUBLIC_URL: 'https://example.com',
      ADMIN_PASSWORD: administrator.password,
      JWT_SECRET: signingSecret,
    });
    const admin = await logInAs(server.api, administrator);
    const [tag, category] = [await aTag(admin), await aCategory(admin)];
    content = await aContent(admin, { tagIds: [tag.id], categoryId: category.id, contentMd: 'A findable text.' });
    await expectSuccess(admin.post(`/contents/${content.id}/publish`));
    const form = new FormData();
    form.append('file', new Blob(['Notes']), 'notes.txt');
    const headers = { Authorization: `Bearer ${admin.token}` };
    const uploaded = await fetch(`${admin.url}/api/media`, { method: 'POST', headers, body: form });
    const { data }: { data: { url: string } } = Object(await uploaded.json());
    paths = [
      '/api/contents',
      `/api/contents/${content.id}`,
      `/api/contents/slug/${content.slug}`,
      '/api/contents/search?q=findable',
      '/api/categories',
      '/api/categories/tree',
      `/api/categories/${category.id}`,
      '/api/tags',
      '/api/tags/popular',
      `/api/tags/${tag.id}`,
      '/api/feeds/contents.atom',
      '/api/feeds/contents.json',
      '/api/feeds/sitemap.xml',
      data.url,
    ];
  });
  after(() => machine?.dismantle());

  /** Returns what the service is ready for. */
  async function readiness(): Promise<'writes' | 'reads' | 'nothing'> {
    const { status, data } = await server.api.get<{ writes: boolean }>('/health/ready');
    if (status !== 200) return 'nothing';
    return data.writes ? 'writes' : 'reads';
  }
  const replicaIsUsed = async () => {
    const admin = await logInAs(server.api, administrator);
    const { data } = await admin.get<{ system: { replicas: readonly { isUsed: boolean }[] } }>('/overview');
    return data.system.replicas.every(({ isUsed }) => isUsed);
  };
  const statusOf = async (path: string): Promise<string> => {
    const began = performance.now();
    const response = await fetch(`${server.api.url}${path}`, { signal: AbortSignal.timeout(10_000) });
    await response.arrayBuffer();
    slowestMs = Math.max(slowestMs, performance.now() - began);
    return response.ok ? '200' : `${response.status} ${path}`;
  };
  let slowestMs = 0;

  /** Reads everything without a pause, and returns how often each status was the answer. */
  async function readFor(seconds: number): Promise<Readonly<Record<string, number>>> {
    const statuses: string[] = [];
    slowestMs = 0;
    for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(20))
      for (const path of paths) statuses.push(await statusOf(path));
    return tally(statuses);
  }

  /** Each way to lose the primary. The returned function brings it back. */
  const outages: Readonly<Record<string, () => Promise<() => void | Promise<void>>>> = {
    'was stopped': async () => (await primary.stopFast(), primary.start),
    'was killed': async () => (await primary.kill(), primary.start),
    'is frozen': async () => primary.freeze(),
  };

  for (const [title, begin] of Object.entries(outages)) {
    it(`reads everything public from the replica while the primary ${title}, for as long as it takes`, async () => {
      await until(
        'the primary and the replica are used',
        async () => (await readiness()) === 'writes' && replicaIsUsed(),
      );
      const admin = await logInAs(server.api, administrator);
      const end = await begin();
      try {
        const seen = await readFor(outageSeconds);
        printMeasurement(`reads while the primary ${title}, and the slowest in ms`, `${seen['200']}, ${slowestMs}`);
        expect(Object.keys(seen)).to.deep.equal(['200']);
        expect(await readiness()).to.equal('reads');
        const refused = await admin.patch(`/contents/${content.id}`, { title: 'Refused' });
        expect(['database-failure', 'overloaded']).to.include(refused.reason);
      } finally {
        await end();
      }
      await until('changes are stored again', async () => (await readiness()) === 'writes');
      expect((await admin.get<ContentView>(`/contents/${content.id}`)).data.title).to.equal(content.title);
    });
  }

  it('does not read from a replica that was too far behind before the outage', async () => {
    await until('the replica is used', async () => replicaIsUsed());
    const admin = await logInAs(server.api, administrator);
    await replica.ask('SELECT pg_wal_replay_pause()');
    await expectSuccess(admin.patch(`/contents/${content.id}`, { title: 'Not on the replica' }));
    await until('the replica is not used', async () => !(await replicaIsUsed()));
    await primary.stopFast();
    try {
      await sleep(12_000);
      const response = await server.api.get('/contents');
      expect(response.status).to.equal(500);
      expect(await readiness()).to.equal('nothing');
    } finally {
      await primary.start();
      await replica.ask('SELECT pg_wal_replay_resume()');
    }
  });
});
