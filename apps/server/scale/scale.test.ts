import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ContentView } from '@portcullis/domain/internal/contents/content';
import { expect } from 'chai';
import { inParallel, quantile, tally } from '../stress/support/load.ts';
import type { Api } from '../test/support/api.ts';
import { aContent, aTag, expectSuccess, type Wire } from '../test/support/builders.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { until } from '../test/support/machine.ts';
import { administrator, anAdministrator, aPerson, logInAs, unique } from '../test/support/service.ts';
import { install, type Installation } from './support/installation.ts';
import { forSeconds, underLoad, type RepeatedRequest } from './support/load.ts';

const get = (path: string, token?: string): RepeatedRequest => ({ method: 'GET', path, token });

describe('Two servers, nginx, PostgreSQL with a replica, and Redis', () => {
  let site: Installation;
  let content: Wire<ContentView>;
  /** Read requests: some without a token, some with a token. */
  let reads: readonly RepeatedRequest[];
  let writes: readonly RepeatedRequest[];

  before(async () => {
    site = await install();
    content = await aContent(site.admin, { contentMd: 'A paragraph of *text*.\n\n'.repeat(200) });
    await expectSuccess(site.admin.post(`/contents/${content.id}/publish`));
    const { token } = site.admin;
    reads = [
      ...[`/contents/slug/${content.slug}`, '/contents', '/categories/tree', '/tags'].map((path) => get(path)),
      ...['/auth/permissions', '/users?pageSize=5', `/contents/${content.id}`].map((path) => get(path, token)),
    ];
    const tags = await Promise.all(Array.from({ length: 8 }, () => aTag(site.admin)));
    writes = tags.map(({ id }) => ({ method: 'PATCH', path: `/tags/${id}`, token, body: { description: 'Written.' } }));
  });
  after(() => site?.stop());

  const titleFor = async (api: Api) => (await api.get<ContentView>(`/contents/slug/${content.slug}`)).data.title;

  /**
   * Returns how many of the service's connections to the replica have executed a read of contents as their last
   * statement.
   */
  const readersOfReplica = async (): Promise<number> =>
    Number(
      await site.replica.ask(
        `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'portcullis' AND query LIKE '%FROM contents%'`,
      ),
    );

  const replicaIsRead = (by: number): Promise<void> =>
    until('the replica is read', async () => {
      for (const { api } of site.servers) await titleFor(api);
      return (await readersOfReplica()) >= by;
    });

  it('read from the replica for requests without a token, and otherwise read and check access on the primary', async () => {
    const person = await anAdministrator(site);
    await replicaIsRead(site.servers.length);
    await site.replica.ask('SELECT pg_wal_replay_pause()');
    try {
      const title = unique('Second ');
      await expectSuccess(site.admin.patch(`/contents/${content.id}`, { title }));
      await expectSuccess(site.admin.put(`/users/${person.id}/roles`, { roleIds: [] }));
      for (const { api } of site.servers) {
        expect(await titleFor(api)).to.equal(content.title);
        expect(await titleFor(site.admin.at(api.url))).to.equal(title);
        expect(await person.api.at(api.url).get('/audit-logs')).to.include({ status: 403 });
      }
      const paused = performance.now();
      await until('visitors see the new title', async () => {
        const seen = await Promise.all(site.servers.map(({ api }) => titleFor(api)));
        return seen.every((each) => each === title);
      });
      printMeasurement(
        'seconds until a replica that replays nothing was no longer read',
        (performance.now() - paused) / 1000,
      );
    } finally {
      await site.replica.ask('SELECT pg_wal_replay_resume()');
    }
  });

  it('share rate limits: together they accept 10 role settings a minute and 10 failed logins (§8)', async () => {
    const caller = await anAdministrator(site);
    const person = await aPerson(site);
    const set = await inParallel(40, 8, (index) =>
      caller.api.at(site.servers[index % 2 === 0 ? 0 : 1].api.url).put(`/users/${person.id}/roles`, { roleIds: [] }),
    );
    expect(tally(set.map(({ status }) => status))).to.deep.equal({ 200: 10, 429: 30 });
    const logins = await inParallel(30, 4, () =>
      site.api.post('/auth/login', { username: person.username, password: 'not the password' }),
    );
    expect(tally(logins.map(({ status }) => status))).to.deep.equal({ 401: 10, 429: 20 });
  });

  it('reject a token whose session ended at the other server', async () => {
    const { token } = await logInAs(site.servers[0].api, administrator);
    const [here, there] = site.servers.map(({ api }) => api.as(token));
    expect(await there?.get('/auth/profile')).to.include({ status: 200 });
    await expectSuccess(here?.post('/auth/logout') ?? Promise.reject(new Error('There are two servers.')));
    expect(await there?.get('/auth/profile')).to.include({ status: 401 });
  });

  it('read from the primary when the replica stops under load, and use the replica again after its restart', async () => {
    const seen = await underLoad(site.api.url, reads, async () => {
      await sleep(2000);
      await site.replica.stop();
      await sleep(4000);
      await site.replica.start();
      await replicaIsRead(1);
    });
    printMeasurement('requests per second while the replica stopped and restarted', seen.perSecond);
    expect(seen).to.deep.include({ failures: {}, retried: 0 });
  });

  it('serve every read when one server is killed under load, except that connections of clients may break', async () => {
    const [, second] = site.servers;
    const seen = await underLoad(site.api.url, reads, async () => {
      await sleep(2000);
      await second.end('SIGKILL');
      await sleep(4000);
      await second.start();
      await sleep(6000);
    });
    printMeasurement('connections of clients that broke when a server was killed', seen.retried);
    expect(seen.failures).to.deep.equal({});
  });

  it('serve every read and every write while the servers are replaced one after the other', async () => {
    const seen = await underLoad(site.api.url, [...reads, ...writes], async () => {
      for (const server of site.servers) {
        await site.leaveOut(server);
        await server.end('SIGTERM');
        await server.start();
        await site.leaveOut(undefined);
      }
    });
    printMeasurement('connections of clients that broke while the servers were replaced', seen.retried);
    expect(seen.failures).to.deep.equal({});
  });

  it('are measured: requests per second of one server and of both servers, and the CPU time of each program', async () => {
    const loads = {
      'a content by slug, visitors': [get(`/contents/slug/${content.slug}`)],
      'own permissions, with a token': [get('/auth/permissions', site.admin.token)],
      'a write, PATCH of a tag': writes,
    };
    const ways = { one: site.throughOne.url, two: site.api.url };
    for (const [name, asked] of Object.entries(loads)) {
      const rates: Record<keyof typeof ways, number[]> = { one: [], two: [] };
      const [before, successes]: [ReturnType<typeof site.cpu>, number[]] = [site.cpu(), []];
      // One server and both servers are measured alternately, because other work on the machine varies.
      for (const way of ['one', 'two', 'two', 'one', 'one', 'two'] as const) {
        const { succeeded, perSecond, failures } = await underLoad(ways[way], asked, forSeconds(3), 32);
        expect(failures).to.deep.equal({});
        rates[way].push(perSecond);
        successes.push(succeeded);
      }
      const after = site.cpu();
      const all = successes.reduce((sum, each) => sum + each, 0);
      const parts = Object.entries(after).map(([part, ms]) => {
        const used = ms - before[part as keyof typeof before];
        return `${part} ${Math.round((used * 1000) / all)}`;
      });
      for (const way of ['one', 'two'] as const) {
        printMeasurement(`${name}: requests per second, servers: ${way}`, quantile(rates[way], 0.5));
      }
      printMeasurement(`${name}: µs of CPU per request`, parts.join(', '));
    }
    printMeasurement(
      'load average of the machine, and the number of its cores',
      `${loadavg()[0]?.toFixed(1)} on ${cpus().length}`,
    );
  });
});
