import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { temporaryDatabase, type TemporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { expect } from 'chai';
import { createTwoRoles, type TwoRoles } from '../support/two-roles.ts';
import { runCommand } from '../support/process.ts';
import { describeOnPostgres } from '../support/requirements.ts';
import { run } from '../support/run.ts';

/** A port on which nothing listens. */
const closedPort = 1;

describeOnPostgres('portcullis doctor', (adminUrl) => {
  let database: TemporaryDatabase;
  let roles: TwoRoles;
  let site: Server;
  let environment: Record<string, string>;

  before(async () => {
    database = await temporaryDatabase(adminUrl);
    roles = await createTwoRoles(database.url);
    await runCommand(['migrate'], { DATABASE_URL: roles.asOwner(database.url) });
    await roles.restrict(database.url);
    site = createServer((_, response) => response.end('{"success":true}')).listen(0, '127.0.0.1');
    await new Promise((resolve) => void site.once('listening', resolve));
    const { port }: Partial<AddressInfo> = Object(site.address());
    environment = {
      NODE_ENV: 'production',
      DATABASE_URL: roles.asService(database.url),
      JWT_SECRET: 'Vn3J0sG1mZpQx8yTt6Rk2Lw9Hc4Bf7Da5Eu',
      SECRETS_KEY: Buffer.alloc(32, 'key').toString('base64'),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    };
  });
  after(async () => {
    site.close();
    await database.drop();
    await roles.drop();
  });

  const execute = (sql: string) => run('.', 'psql', [database.url, '-qv', 'ON_ERROR_STOP=1', '-c', sql]);

  /** Returns the faults that the command reports, as `part status`, and its exit code. */
  async function faultsWith(variables: Readonly<Record<string, string>>) {
    const { code, stdout } = await runCommand(['doctor', '--json'], { ...environment, ...variables });
    const findings: readonly { part: string; status: string; message: string }[] = JSON.parse(stdout);
    const faults = findings.filter(({ status }) => status !== 'ok');
    return { code, faults: faults.map(({ part, status }) => `${part} ${status}`), text: JSON.stringify(faults) };
  }

  it('finds no fault in a hardened installation but the lack of a mail server', async () => {
    const { code, faults } = await faultsWith({});
    expect({ code, faults }).to.deep.equal({ code: 0, faults: ['mail warning'] });
    const { stdout } = await runCommand(['doctor'], environment);
    expect(stdout)
      .to.match(/^ok {7}database {4}PostgreSQL [^\n]*\n/m)
      .and.to.match(/^warning {2}mail {8}/m);
  });

  it('finds, by asking the real servers, what is planted, and fails', async () => {
    const unreachable = `postgres://127.0.0.1:${closedPort}/x`;
    const { code, faults, text } = await faultsWith({
      DATABASE_REPLICA_URLS: `${database.url},${unreachable}`,
      REDIS_URL: `redis://127.0.0.1:${closedPort}`,
      SMTP_URL: `smtp://127.0.0.1:${closedPort}`,
      MAIL_FROM: 'portcullis@example.com',
      OIDC_PROVIDERS: 'staff',
      OIDC_STAFF_ISSUER: environment['PUBLIC_URL'] ?? '',
      OIDC_STAFF_CLIENT_ID: 'portcullis',
      OIDC_STAFF_CLIENT_SECRET: 'secret',
      DATABASE_POOL_SIZE: '900',
      DATA_DIR: 'package.json',
    });
    expect(code).to.equal(1);
    expect(faults).to.deep.equal(
      'database failed,replicas failed,replicas failed,counters failed,mail failed'.split(','),
    );
    expect(text)
      .to.match(/ECONNREFUSED.*DATABASE_REPLICA_URLS/)
      .and.to.match(/REDIS_URL does not work: connect ECONN/);
  });

  it('tells a proxy whose service is stopped from another service', async () => {
    const proxy = createServer((_, response) => response.writeHead(502).end('<html>')).listen(0, '127.0.0.1');
    await new Promise((resolve) => void proxy.once('listening', resolve));
    const { port }: Partial<AddressInfo> = Object(proxy.address());
    const { code, faults, text } = await faultsWith({ PUBLIC_URL: `http://127.0.0.1:${port}` });
    proxy.close();
    expect({ code, faults }).to.deep.equal({ code: 0, faults: ['mail warning', 'address warning'] });
    expect(text).to.match(/does not respond \(a proxy responds with 502\)/);
  });

  it('warns of the role of a superuser', async () => {
    const { code, faults } = await faultsWith({ DATABASE_URL: database.url });
    expect({ code, faults }).to.deep.equal({ code: 0, faults: ['role warning', 'mail warning'] });
  });

  it('finds a database that does not exist, a newer release, a missing right and a missing key', async () => {
    const missing = Object.assign(new URL(database.url), { pathname: '/portcullis_missing' }).href;
    expect((await faultsWith({ DATABASE_URL: missing })).faults).to.include('database failed');
    await execute(`INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Later9999999999999');
      INSERT INTO secrets_keys (id, is_lost) VALUES ('elsewhere', false);
      REVOKE SELECT ON users FROM ${roles.service}`);
    try {
      const { code, faults, text } = await faultsWith({});
      expect(code).to.equal(1);
      expect(faults).to.include.members(['keys failed', 'role failed', 'migrations failed']);
      expect(text)
        .to.match(/Later9999999999999/)
        .and.to.match(/elsewhere/)
        .and.to.match(/may not read .*users/);
    } finally {
      await execute("DELETE FROM migrations WHERE name = 'Later9999999999999'; DELETE FROM secrets_keys");
    }
  });

  it('reports variables that cannot be read like every other fault', async () => {
    expect(await faultsWith({ PORT: 'x' })).to.deep.include({ code: 1, faults: ['settings failed'] });
  });
});
