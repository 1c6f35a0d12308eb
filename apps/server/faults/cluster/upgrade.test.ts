import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { startNginx, type Proxy } from '../../scale/support/installation.ts';
import { environment } from '../support/site.ts';
import { tally } from '../../stress/support/load.ts';
import { migrate, readConfig } from '../../src/index.ts';
import { apiAt } from '../../test/support/api.ts';
import { startPrimary, type DatabaseServer } from '../../test/support/database-servers.ts';
import { printMeasurement } from '../../test/support/figure.ts';
import { createTestHost, postgresPrograms, type TestHost } from '../../test/support/machine.ts';
import { startServer, type Server } from '../../test/support/server.ts';
import { administrator, logInAs } from '../../test/support/service.ts';
import { Receiver } from '../../test/webhooks/receiver.ts';
import { effectiveRequests } from './support/effects.ts';
import { judge } from './support/ledger.ts';
import { modules } from './support/next-release.ts';
import { columnsOf, constraintsOf, contractions } from './support/schema.ts';
import { startTraffic } from './support/traffic.ts';

const nextRelease = ['--modules', fileURLToPath(new URL('support/next-release.js', import.meta.url))];
/** How long both releases serve side by side, in milliseconds. */
const besideMs = Number(process.env['UPGRADE_SECONDS'] ?? '20') * 1000;

describe('Two processes behind nginx that are replaced by the next release, and back', function () {
  this.timeout(600_000);
  let machine: TestHost;
  let database: DatabaseServer;
  let servers: readonly [Server, Server];
  let nginx: Proxy;
  let receiver: Receiver;

  before(async () => {
    machine = createTestHost(...postgresPrograms, 'nginx');
    database = await startPrimary(machine);
    receiver = await Receiver.start();
    const variables = {
      ...environment,
      LOG_LEVEL: 'fatal',
      DATABASE_URL: database.url,
      TRUST_PROXY: '1',
      PUBLIC_URL: 'https://example.com',
      DATA_DIR: join(machine.directory, 'data'),
      SCHEDULE_SWEEP: '3s',
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      WEBHOOK_ALLOWED_PORTS: String(receiver.port),
    };
    servers = [await startServer(machine, variables), await startServer(machine, variables)];
    nginx = await startNginx(machine, 'nginx', servers);
  });
  after(async () => {
    await receiver?.stop();
    await machine?.dismantle();
  });

  const schema = async () => ({
    columns: (await database.ask(columnsOf)).split('\n'),
    constraints: (await database.ask(constraintsOf)).split('\n'),
  });

  /** Replaces one process, to which nginx sends no requests meanwhile. */
  async function replace(server: Server, args: readonly string[]): Promise<void> {
    await nginx.leaveOut(server);
    await server.end('SIGTERM');
    await server.start({}, args);
    await nginx.leaveOut(undefined);
  }

  it('refuse no request and end no session', async () => {
    const api = apiAt(nginx.url);
    const admin = await logInAs(api, administrator);
    const before = await schema();
    const { seen, stop } = await startTraffic({ api, admin, servers: [], receiver });
    try {
      await sleep(3000);
      const names = await migrate(readConfig({ DATABASE_URL: database.url }, { serves: false, modules }), modules);
      expect(names).to.have.lengthOf(1);
      await replace(servers[0], nextRelease);
      await sleep(besideMs);
      await replace(servers[1], nextRelease);
      await sleep(3000);
      await replace(servers[0], []);
      await sleep(besideMs);
      await replace(servers[1], []);
      await sleep(3000);
    } finally {
      await stop();
    }
    expect(contractions(before, await schema())).to.deep.equal([]);

    const attempts = seen.ledger.writes.flatMap((write) => write.attempts);
    const verdict = judge(seen.ledger.writes, await effectiveRequests(database.ask, attempts));
    printMeasurement('writes acknowledged, attempts', `${verdict.acknowledged}, ${verdict.attempts}`);
    printMeasurement('refusals', JSON.stringify(tally(verdict.refusals)));
    printMeasurement('connections that broke before a response', verdict.unknown + seen.publicReads.broken);
    printMeasurement('public reads', seen.publicReads.served);
    printMeasurement('log-ins, refreshes', `${seen.sessions.logins}, ${seen.sessions.refreshes}`);
    const { lost, twice, refusedButDone } = verdict;
    // The traffic keeps some of its webhooks, and a service has at most 100.
    const refusals = verdict.refusals.filter((each) => each !== '409 too-many-webhooks');
    const { sessionsEnded, staleRights, publicReads, events, streams } = seen;
    expect({ lost, twice, refusedButDone, refusals, sessionsEnded, staleRights }).to.deep.equal({
      lost: [],
      twice: [],
      refusedButDone: [],
      refusals: [],
      sessionsEnded: [],
      staleRights: [],
    });
    expect([publicReads.refused, events.faults, streams.missed]).to.deep.equal([[], [], []]);
    expect(await database.ask('SELECT count(*) FROM tags WHERE name_length IS DISTINCT FROM length(name)')).to.equal(
      '0',
    );
  });

  it('do not get a migration that the previous release would notice', async () => {
    const before = await schema();
    await database.ask(`ALTER TABLE tags DROP COLUMN search_text;
      ALTER TABLE totals ALTER COLUMN total TYPE integer;
      ALTER TABLE categories ADD COLUMN colour text NOT NULL;
      ALTER TABLE tags ADD CONSTRAINT short_names CHECK (length(name) < 1000)`);
    const noticed = contractions(before, await schema());
    expect(noticed.map((line) => line.slice(0, line.indexOf(':')))).to.include.members([
      'gone',
      'must be filled',
      'new condition',
    ]);
    expect(noticed.join('\n'))
      .to.match(/tags\.search_text/)
      .and.match(/totals\.total/)
      .and.match(/categories\.colour/);
  });
});
