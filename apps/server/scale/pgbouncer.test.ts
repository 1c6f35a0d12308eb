import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase, migrateDatabase } from '@portcullis/adapters-persistence/internal/database';
import { expect } from 'chai';
import { quantile } from '../stress/support/load.ts';
import { root } from '../test/architecture/files.ts';
import type { Api } from '../test/support/api.ts';
import { aTag, createResource, expectSuccess } from '../test/support/builders.ts';
import { startPrimary, type DatabaseServer } from '../test/support/database-servers.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { postgresPrograms, createTestHost, until, type TestHost } from '../test/support/machine.ts';
import { runProgram } from '../test/support/process.ts';
import { startServer } from '../test/support/server.ts';
import { administrator, aPerson, logInAs, signingSecret, unique } from '../test/support/service.ts';
import { aStream } from '../test/support/streams.ts';
import { responds, Receiver } from '../test/webhooks/receiver.ts';
import { startListenProxy, type ListenProxy } from './support/listen-proxy.ts';
import { pooled, startPgBouncer } from './support/pgbouncer.ts';

const changes = 20;

/** The statements in docs/deployment.md that set parameters for the role of the service. */
const documented =
  readFileSync(join(root, 'docs/deployment.md'), 'utf8').match(/^ALTER ROLE portcullis SET .*;$/gm) ?? [];

/** Parameters that PgBouncer passes on to PostgreSQL, so the role need not set them. */
const passedOn = ['application_name', 'client_encoding'];

describe('Two servers behind PgBouncer', () => {
  let machine: TestHost;
  let database: DatabaseServer;
  let pgbouncer: string;
  let proxy: ListenProxy;
  let receiver: Receiver;

  before(async () => {
    machine = createTestHost(...postgresPrograms, 'pgbouncer');
    database = await startPrimary(machine);
    await migrateDatabase({ url: database.url, poolSize: 1 });
    for (const setting of documented) await database.ask(setting.replace('portcullis', 'postgres'));
    pgbouncer = await startPgBouncer(machine, database.url);
    proxy = await startListenProxy(pgbouncer);
    receiver = await Receiver.start();
    receiver.behave = responds(204);
  });
  after(async () => {
    proxy?.stop();
    await receiver?.stop();
    await machine?.dismantle();
  });

  const startAt = async (url: string, more: Readonly<Record<string, string>> = {}): Promise<Api> => {
    const server = await startServer(machine, {
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      DATABASE_URL: url,
      ADMIN_PASSWORD: administrator.password,
      JWT_SECRET: signingSecret,
      REGISTER_RATE_LIMIT: '1000000',
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      WEBHOOK_ALLOWED_PORTS: String(receiver.port),
      ...more,
    });
    return server.api;
  };

  /** Changes a user's account at one server, and expects the user's stream at the other server to send each change. */
  async function expectCarried(one: Api, other: Api): Promise<void> {
    const admin = await logInAs(one, administrator);
    const person = await aPerson({ api: one, admin });
    const stream = await aStream(other.as(person.api.token ?? ''));
    const delays: number[] = [];
    for (let change = 0; change < changes; change += 1) {
      await sleep(Math.random() * 500);
      const began = performance.now();
      await expectSuccess(admin.patch(`/users/${person.id}`, { nickName: unique() }));
      expect(await stream.next()).to.include({ type: 'profile.changed' });
      delays.push(performance.now() - began);
    }
    printMeasurement('from the request to a message, median (ms)', quantile(delays, 0.5));
    printMeasurement('from the request to a message, longest (ms)', Math.max(...delays));
    await expectSuccess(admin.delete(`/users/${person.id}/sessions`));
    expect(await stream.next()).to.include({ type: 'session.ended' });
    expect(await stream.next()).to.equal(undefined);
  }

  it('get the parameters of direct connections from the settings of the role', async () => {
    const settingsAt = async (url: string, source: string): Promise<object> => {
      const { pool, close } = await connectDatabase({ url, poolSize: 1 });
      const sql = 'SELECT name, setting FROM pg_settings WHERE source = $1 AND name <> ALL ($2) ORDER BY name';
      const { rows } = await pool.query(sql, [source, passedOn]);
      await close();
      return rows;
    };
    const direct = await settingsAt(database.url, 'client');
    expect(direct).to.have.lengthOf(documented.length);
    expect(await settingsAt(`${pgbouncer}/${pooled.session}`, 'user')).to.deep.equal(direct);
  });

  it('notify streams of changes at the other server in session mode', async () => {
    const url = `${pgbouncer}/${pooled.session}`;
    await expectCarried(await startAt(url), await startAt(url));
    const listening = `SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'`;
    expect(await database.ask(listening)).to.match(/^[12]$/);
  });

  it('are refused in transaction mode, with one line, by a start, a migration and the doctor', async () => {
    const url = `${pgbouncer}/${pooled.transaction}`;
    for (const command of [['start'], ['migrate'], ['doctor']]) {
      const variables = { DATABASE_URL: url, JWT_SECRET: signingSecret, DATA_DIR: machine.directory, PORT: '0' };
      const { code, stdout, stderr } = await runProgram(command, variables);
      expect(code, stderr).to.equal(command[0] === 'doctor' ? 1 : 2);
      const lines = (command[0] === 'doctor' ? stdout : stderr).split('\n').filter((line) => /pool_mode/.test(line));
      expect(lines, stderr + stdout).to.have.lengthOf(1);
    }
    for (let start = 0; start < 3; start += 1) {
      const { close } = await connectDatabase({ url: `${pgbouncer}/${pooled.session}`, poolSize: 1 });
      await close();
    }
  });

  it('find changes for streams and webhooks by polling if their LISTEN connections are in transaction mode', async () => {
    const [one, other] = [await startAt(proxy.url, { DELIVERIES: 'false' }), await startAt(proxy.url)];
    await expectCarried(one, other);
    expect(proxy.moved()).to.be.above(0);
    const admin = await logInAs(one, administrator);
    await createResource(admin, '/webhooks', { url: receiver.url, types: ['tag.created'] });
    const delays: number[] = [];
    for (let change = 0; change < changes; change += 1) {
      const before = receiver.got.length;
      const began = performance.now();
      await aTag(admin);
      await until('the webhook is called', async () => receiver.got.length > before);
      delays.push(performance.now() - began);
    }
    expect(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size).to.equal(changes);
    printMeasurement('from the request to the delivery by the other server, median (ms)', quantile(delays, 0.5));
    printMeasurement('from the request to the delivery by the other server, longest (ms)', Math.max(...delays));
  });
});
