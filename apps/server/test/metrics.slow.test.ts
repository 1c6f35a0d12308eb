import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { parse } from 'yaml';
import { passwordCost } from '../src/config/limits.ts';
import { root } from './architecture/files.ts';
import { aPerson, startService, unique, type Person, type Service } from './support/service.ts';
import { openSession, refresh, refreshTokensOf } from './support/sessions.ts';
import { sendBytes } from './support/raw-socket.ts';

describe('Metrics', () => {
  let service: Service;
  let person: Person;

  before(async () => {
    service = await startService({ METRICS_PORT: '0', DATABASE_POOL_SIZE: '1' }, undefined, [], passwordCost);
    person = await aPerson(service);
  });
  after(() => service.stop());

  const asked = async (path = ''): Promise<Response> => fetch(`${service.server.metricsUrl ?? ''}${path}`);

  /** Returns the value of a series, which is named as in Prometheus; 0 if the series does not exist yet. */
  async function valueOf(series: string): Promise<number> {
    const lines = (await (await asked()).text()).split('\n');
    return Number(lines.find((line) => line.startsWith(`${series} `))?.slice(series.length) ?? 0);
  }

  /** Runs `work`, and returns by how much a series has increased during this time. */
  async function growth(series: string, work: () => Promise<unknown>): Promise<number> {
    const before = await valueOf(series);
    await work();
    return (await valueOf(series)) - before;
  }

  const requests = (route: string, status: number, method = 'GET'): string =>
    `portcullis_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;

  it('are served as Prometheus text on a separate port, which serves nothing else', async () => {
    const response = await asked();
    expect(response.status).to.equal(200);
    expect(response.headers.get('Content-Type')).to.match(/^text\/plain; version=0\.0\.4/);
    expect((await asked('/../api/health/live')).status).to.equal(404);
    expect((await service.api.get('/metrics')).status).to.equal(404);
  });

  it('have the number and duration of requests by route template and status', async () => {
    const series = requests('/api/users/:id', 200);
    expect(await growth(series, () => service.admin.get(`/users/${person.id}`))).to.equal(1);
    expect(await growth(requests('none', 404), () => service.api.get(`/${unique()}`))).to.equal(1);
    const unread = requests('none', 400, 'none');
    expect(await growth(unread, () => sendBytes(service.server.url, 'nonsense\r\n\r\n'))).to.equal(1);
    const seconds = await valueOf(series.replace('_count', '_sum'));
    expect(seconds).to.be.above(0).and.below(30);
    expect(await (await asked()).text()).not.to.include(person.id);
  });

  it('count refusals, refusals by a limit, and locked accounts', async () => {
    const fail = () => service.api.post('/auth/login', { username: person.username, password: 'wrong' });
    const failures = 'portcullis_refusals_total{refusal="wrong-password"}';
    const locks = 'portcullis_login_locks_total{limit="login"}';
    const tenth = () => growth(locks, fail);
    expect(
      await growth(failures, async () => {
        for (let failed = 1; failed < 10; failed += 1) await fail();
      }),
    ).to.equal(9);
    expect(await tenth()).to.equal(1);
    expect(await growth('portcullis_limit_refusals_total{limit="login"}', fail)).to.equal(1);
  });

  it('count reused refresh tokens, starting at 0', async () => {
    expect(await (await asked()).text()).to.include('portcullis_refresh_token_reuses_total 0');
    const somebody = await aPerson(service);
    const reuse = async (): Promise<void> => {
      const first = await openSession(service.api, somebody);
      await refreshTokensOf(service.api, await refreshTokensOf(service.api, first));
      await refresh(service.api, first.refreshToken);
    };
    expect(await growth('portcullis_refresh_token_reuses_total', reuse)).to.equal(1);
  });

  it('have the delay of the event loop, and memory and CPU of the process', async () => {
    const text = await (await asked()).text();
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes']) {
      expect(text).to.match(new RegExp(`^${name} \\d`, 'm'));
    }
  });

  it('have the number of connections in use and of requests that wait for a connection', async () => {
    const connections = (state: string) => valueOf(`portcullis_database_connections{state="${state}"}`);
    const { pool } = service.server.database;
    expect([await connections('in_use'), await connections('waiting')]).to.deep.equal([0, 0]);
    const client = await pool.connect();
    // The request is a search, because on PostgreSQL short reads do not use the pool.
    const waiting = service.api.get('/tags?search=word');
    while ((await connections('waiting')) === 0) await sleep(10);
    expect([await connections('in_use'), await connections('waiting')]).to.deep.equal([1, 1]);
    client.release();
    expect((await waiting).status).to.equal(200);
  });

  /** Waits for `work`. Returns the maxima of two series of a gauge, `running` and `waiting`, during this time. */
  async function peaks(
    gauge: string,
    work: Promise<unknown>,
    lane = '',
  ): Promise<Readonly<Record<'running' | 'waiting', number>>> {
    const peak = { running: 0, waiting: 0 };
    const end = work.then(() => 'done');
    const going = Promise.resolve('going');
    while ((await Promise.race([end, going])) === 'going') {
      peak.running = Math.max(peak.running, await valueOf(`${gauge}{${lane}state="running"}`));
      peak.waiting = Math.max(peak.waiting, await valueOf(`${gauge}{${lane}state="waiting"}`));
    }
    return peak;
  }

  it('have the number of passwords being hashed and waiting for a core', async () => {
    const logins = Array.from({ length: 40 }, () =>
      service.api.post('/auth/login', { username: unique(), password: 'wrong' }),
    );
    const { running, waiting } = await peaks('portcullis_password_hashes', Promise.all(logins));
    expect(running).to.equal(availableParallelism());
    expect(waiting).to.be.within(1, logins.length);
  });

  it('are exactly the metrics that docs/observability.md lists', async () => {
    const names = (text: string, form: RegExp) => [...new Set([...text.matchAll(form)].map(([, name]) => name))];
    const listed = readFileSync(join(root, 'docs/observability.md'), 'utf8').replace(/\{.*?\}|_count\b/g, '');
    const served = await (await asked()).text();
    expect(names(listed, /`(?:rate\(|increase\()?(portcullis_\w+)/g)).to.have.members(
      names(served, /^# TYPE (portcullis_\w+)/gm),
    );
  });

  it('have the number of documents being converted in each queue', async () => {
    const lane = 'lane="large",';
    const contentMd = '# A heading\n\ntext\n\n'.repeat(8000);
    const created = service.admin.post('/contents', { title: unique(), contentMd });
    expect(await peaks('portcullis_markdown_documents', created, lane)).to.deep.equal({ running: 1, waiting: 0 });
    expect((await created).status).to.equal(201);
    expect(await valueOf(`portcullis_markdown_documents{${lane}state="running"}`)).to.equal(0);
  });

  it('include everything that the alerts and the dashboard ask for, and each alert has a runbook', async () => {
    const text = await (await asked()).text();
    const runbooks = readFileSync(join(root, 'docs/runbooks.md'), 'utf8');
    const alerts: { groups: { rules: { expr: string; annotations: { runbook: string } }[] }[] } = parse(
      readFileSync(join(root, 'deploy/monitoring/alerts.yaml'), 'utf8'),
    );
    const rules = alerts.groups.flatMap((group) => group.rules);
    expect(rules).not.to.have.lengthOf(0);
    for (const { annotations } of rules) expect(runbooks).to.include(`\n## ${annotations.runbook}\n`);
    const dashboard = readFileSync(join(root, 'deploy/monitoring/dashboard.json'), 'utf8');
    const files = [...rules.map(({ expr }) => expr), dashboard].join('\n');
    const names = new Set(files.match(/\b(?:portcullis|nodejs|process)_\w+/g));
    const unknown = [...names].filter(
      (name) => !text.includes(`# HELP ${name.replace(/_(?:bucket|count|sum)$/, '')} `),
    );
    expect(unknown).to.deep.equal([]);
  });
});
