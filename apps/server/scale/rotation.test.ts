import { randomBytes } from 'node:crypto';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { totpCodeOf } from '../src/adapters/totp-codes.ts';
import { apiAt, type Api } from '../test/support/api.ts';
import { expectSuccess } from '../test/support/builders.ts';
import { startPrimary, type DatabaseServer } from '../test/support/database-servers.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { createTestHost, postgresPrograms, until, type TestHost } from '../test/support/machine.ts';
import { runProgram } from '../test/support/process.ts';
import { startServer, type Server } from '../test/support/server.ts';
import { administrator, anAdministrator, logInAs, type Person } from '../test/support/service.ts';
import { Receiver } from '../test/webhooks/receiver.ts';
import { startNginx, type Proxy } from './support/installation.ts';
import { nothingSeen, useCodes, useSession, type Seen } from './support/session-client.ts';

const clients = 6;
/** The longest life of a session. After that time the old key for tokens is removed, as the runbook says. */
const maxAgeMs = 45_000;

const aSecret = (): string => randomBytes(32).toString('base64');
const [oldToken, newToken, oldKey, newKey] = [aSecret(), aSecret(), aSecret(), aSecret()];

/** Replaces the keys for tokens and for stored secrets as docs/operations.md says, while clients use both processes. */
describe('Keys that are replaced under load, in two processes behind nginx', () => {
  let machine: TestHost;
  let database: DatabaseServer;
  let servers: readonly [Server, Server];
  let nginx: Proxy;
  let admin: Api;
  let receiver: Receiver;
  let people: readonly Person[];
  let variables: Record<string, string>;

  before(async () => {
    machine = createTestHost(...postgresPrograms, 'nginx');
    database = await startPrimary(machine);
    receiver = await Receiver.start();
    variables = {
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      DATABASE_URL: database.url,
      TRUST_PROXY: '1',
      ADMIN_PASSWORD: administrator.password,
      ACCESS_TOKEN_TTL: '20s',
      REFRESH_MAX_TTL: `${maxAgeMs / 1000}s`,
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      WEBHOOK_ALLOWED_PORTS: String(receiver.port),
      JWT_SECRETS: oldToken,
      SECRETS_KEY: oldKey,
    };
    servers = [await startServer(machine, variables), await startServer(machine, variables)];
    nginx = await startNginx(machine, 'nginx', servers);
    admin = await logInAs(apiAt(nginx.url), administrator);
    people = await Promise.all(Array.from({ length: clients + 1 }, () => anAdministrator({ api: admin, admin })));
  });
  after(async () => {
    await receiver?.stop();
    await machine?.dismantle();
  });

  /** Replaces both processes, one after the other. nginx sends no requests to the one that is being replaced. */
  async function replaceBoth(changed: Readonly<Record<string, string>>): Promise<void> {
    variables = { ...variables, ...changed };
    for (const server of servers) {
      await nginx.leaveOut(server);
      await server.end('SIGTERM');
      await server.start(changed);
      await nginx.leaveOut(undefined);
    }
  }

  const keyStatus = async (): Promise<string> => (await runProgram(['secrets', 'status'], variables)).stdout;

  async function authenticatorOf({ api, password }: Person): Promise<string> {
    const { id, secret } = await expectSuccess(
      api.post<{ id: string; secret: string }>('/auth/factors/totp', { currentPassword: password }),
    );
    const code = totpCodeOf(secret, Math.floor(Date.now() / 30_000));
    await expectSuccess(api.post('/auth/factors/totp/confirm', { id, code }));
    return secret;
  }

  it('end no session and refuse no request, and webhooks and authenticator apps go on', async () => {
    const [careful, ...others] = people;
    if (careful === undefined) throw new Error('There are people.');
    const secret = await authenticatorOf(careful);
    const hook = await expectSuccess(
      admin.post<{ secret: string }>('/webhooks', { url: receiver.url, types: ['tag.created'] }),
    );
    const seen: Seen = nothingSeen();
    const over = new AbortController();
    const options = { seen, over: over.signal, maxAgeMs };
    const api = apiAt(nginx.url);
    const load = Promise.all([
      ...others.map((person) => useSession(api, person, options)),
      useCodes(api, { ...careful, secret }, options),
    ]);
    const began = Date.now();
    try {
      await sleep(3000);
      await replaceBoth({ JWT_SECRETS: `${oldToken},${newToken}`, SECRETS_KEY: `${oldKey},${newKey}` });
      await replaceBoth({ JWT_SECRETS: `${newToken},${oldToken}`, SECRETS_KEY: `${newKey},${oldKey}` });
      const swappedAt = Date.now();
      expect(await keyStatus()).to.match(/^needed .*webhook/m);
      const { stdout } = await runProgram(['secrets', 're-encrypt'], variables);
      expect(stdout).to.match(/^1 secret of a webhook encrypted again$/m);
      expect(await keyStatus())
        .to.match(/^unused /m)
        .and.not.match(/^needed /m);
      await sleep(Math.max(0, swappedAt + maxAgeMs - Date.now()));
      await replaceBoth({ JWT_SECRETS: newToken, SECRETS_KEY: newKey });
      const last = seen.codes;
      await until('the app was used with the new key alone', async () => seen.codes > last, 90_000);
    } finally {
      over.abort();
      await load;
    }
    const count = async (sql: string): Promise<number> => Number(await database.ask(`SELECT count(*) FROM ${sql}`));
    await until('all is delivered', async () => (await count(`deliveries WHERE state <> 'delivered'`)) === 0);
    const verified = receiver.got.filter(({ headers, body }) => isSigned(hook.secret, headers, body));
    printMeasurement('seconds', (Date.now() - began) / 1000);
    for (const name of ['requests', 'refreshes', 'replays', 'codes', 'aged', 'broken'] as const)
      printMeasurement(name, seen[name]);
    printMeasurement('deliveries of the webhook, all with a valid signature', verified.length);
    printMeasurement('load average and cores', `${loadavg()[0]?.toFixed(1)} on ${cpus().length}`);
    expect(seen.faults).to.deep.equal([]);
    expect(verified).to.have.lengthOf(receiver.got.length);
    expect(new Set(verified.map(({ headers }) => headers['webhook-id'])).size).to.equal(
      await count(`events WHERE type = 'tag.created'`),
    );
    expect(seen.replays).to.be.above(0);
    expect(await keyStatus()).not.to.match(/needed|MISSING/);
  });
});

function isSigned(secret: string, headers: Receiver['got'][number]['headers'], body: string): boolean {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
  try {
    new Webhook(secret).verify(body, Object.fromEntries(names.map((name) => [name, String(headers[name])])));
    return true;
  } catch {
    return false;
  }
}
