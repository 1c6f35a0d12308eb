import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openDatabase, type Database } from '@portcullis/adapters-persistence';
import { temporaryDatabase, temporaryRole } from '@portcullis/adapters-persistence/internal/testing';
import { expect } from 'chai';
import { pino } from 'pino';
import { readConfig } from '../src/config/config.ts';
import { startServer } from '../src/server.ts';
import { runCommand } from './support/process.ts';
import { describeOnPostgres } from './support/requirements.ts';

const dayMs = 86_400_000;

/** Waits until `isSo` returns true. @throws {Error} after about 10 s */
async function soon(isSo: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; !(await isSo()); attempt += 1) {
    if (attempt > 200) throw new Error('The condition was not met in time.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describeOnPostgres('The data that a service removes (docs/operations.md)', (adminUrl) => {
  let database: Database;
  let dataDir: string;
  let urls: { readonly url: string; readonly ownerUrl: string };
  const cleanUp: (() => Promise<void>)[] = [];
  const count = async (table: string): Promise<number> =>
    (await database.pool.query(`SELECT count(*)::int AS count FROM ${table}`)).rows[0].count;
  const log: string[] = [];

  /** Runs a service on the database until `use` has ended. */
  async function serving(environment: Readonly<Record<string, string>>, use: () => Promise<void>): Promise<void> {
    const common = { PORT: '0', DATABASE_URL: urls.url, JWT_SECRET: 'x'.repeat(32), DATA_DIR: dataDir };
    const variables = { ...common, ...environment };
    const sink = pino({}, { write: (line: string) => void log.push(line) });
    const server = await startServer(readConfig(variables), sink);
    try {
      await use();
    } finally {
      await server.close();
    }
  }

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portcullis-'));
    cleanUp.push(() => rm(dataDir, { recursive: true }));
    const temporary = await temporaryDatabase(adminUrl);
    const [owner, service] = [await temporaryRole(temporary.url), await temporaryRole(temporary.url)];
    cleanUp.push(temporary.drop, owner.drop, service.drop);
    await owner.takeOver();
    urls = { url: service.url, ownerUrl: owner.url };
    database = await openDatabase({ url: owner.url, poolSize: 2 });
    await database.pool.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${service.name}`);
    // The first partition of each table ends with the year 2019, as in an installation from before 2020. Later months
    // until the next one have no partition.
    const month = new Date().toISOString().slice(0, 7).replace('-', '_');
    await database.pool.query(`
      DROP TABLE audit_records_${month};
      ALTER TABLE audit_records DETACH PARTITION audit_records_first;
      ALTER TABLE audit_records ATTACH PARTITION audit_records_first FOR VALUES FROM (MINVALUE) TO ('2020-01-01Z');
      INSERT INTO audit_records SELECT gen_random_uuid(), 'user.roles.set', gen_random_uuid(), '', '', 'User',
        gen_random_uuid(), 'UPDATE', '{}', 'SUCCESS', at FROM unnest('{2019-12-31Z,2026-01-01Z}'::timestamptz[]) at;
      ALTER TABLE events DETACH PARTITION events_first;
      ALTER TABLE events ATTACH PARTITION events_first FOR VALUES FROM (MINVALUE) TO ('2020-01-01Z');
      INSERT INTO new_events (id, type, occurred_at, actor_type, ip_address, user_agent, subject_type, changes)
        SELECT gen_random_uuid(), 'tag.created', at, 'system', '', '', 'tag', '{}'
        FROM unnest('{2019-12-31Z,2026-01-01Z}'::timestamptz[]) at;
      SELECT number_events(1000)`);
  });
  after(async () => {
    await database?.close();
    for (const step of cleanUp) await step();
  });

  it('consists of expired sessions, which are removed at the start', async () => {
    // The first start creates the user. The jobs of this start cannot remove the sessions, which are inserted later.
    await serving({}, async () => undefined);
    await database.pool.query(`INSERT INTO sessions (id, user_id, refresh_hash, ip_address, user_agent, created_at, last_used_at, expires_at)
      SELECT gen_random_uuid(), u.id, '', '', '', now(), now(), now() + days * interval '1 day'
      FROM users u, generate_series(-1500, 3) days`);
    expect(await count('sessions')).to.equal(1504);
    await serving({}, () => soon(async () => (await count('sessions')) === 3));
    expect(log.some((line) => line.includes('"job":"remove expired sessions","done":1501'))).to.equal(true);
  });

  it('consists of bytes of files without a row, which are removed at the start when they are a day old', async () => {
    const pathOf = (id: string): string => join(dataDir, 'media', id.slice(0, 2), id, 'original');
    const [old, recent] = [pathOf(randomUUID()), pathOf(randomUUID())];
    for (const path of [old, recent]) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, 'bytes');
    }
    const twoDaysAgo = new Date(Date.now() - 2 * dayMs);
    await utimes(old, twoDaysAgo, twoDaysAgo);
    const variables = { DATABASE_URL: urls.url, JWT_SECRET: 'x'.repeat(32), DATA_DIR: dataDir };
    const claimed = await runCommand(['media', 'claim'], variables);
    expect(claimed.code, claimed.stderr).to.equal(0);
    await serving({}, () => soon(async () => !existsSync(old)));
    expect(existsSync(recent)).to.equal(true);
  });

  it('includes no audit records: the service cannot remove them, and only creates their partitions', async () => {
    await serving({}, () => soon(async () => (await count('audit_months')) === 4));
    expect(await count('audit_records')).to.equal(2);
    const { code, stderr } = await runCommand(['audit', 'remove', '--before', '2021-01-01'], {
      DATABASE_URL: urls.url,
    });
    expect([code, stderr]).to.deep.equal([
      1,
      'must be owner of table audit_records_first. Only the role that owns the tables may do this: set DATABASE_OWNER_URL.\n',
    ]);
  });

  it('includes complete months of audit records with AUDIT_RETENTION and DATABASE_OWNER_URL', async () => {
    const environment = { DATABASE_OWNER_URL: urls.ownerUrl, AUDIT_RETENTION: '365d' };
    await serving({ ...environment, AUDIT_RETENTION: '9999d' }, async () => undefined);
    expect(await count('audit_records')).to.equal(2);
    await serving(environment, () => soon(async () => (await count('audit_records')) === 1));
    expect(
      log.some((line) => line.includes('"name":"audit_records_first"') && line.includes('records removed')),
    ).to.equal(true);
  });

  it('includes complete months of events, and no audit records, with EVENT_RETENTION', async () => {
    const old = `events WHERE occurred_at < now() - interval '1 day'`;
    const environment = { DATABASE_OWNER_URL: urls.ownerUrl, EVENT_RETENTION: '365d' };
    await serving({ ...environment, EVENT_RETENTION: '9999d' }, async () => undefined);
    expect(await count(old)).to.equal(2);
    const records = await count('audit_records');
    await serving(environment, () => soon(async () => (await count(old)) === 1));
    expect(log.some((line) => line.includes('"name":"events_first"') && line.includes('records removed'))).to.equal(
      true,
    );
    expect(await count('audit_records')).to.equal(records);
  });

  for (const [command, table] of [
    ['audit', 'audit_records'],
    ['events', 'events'],
  ] as const) {
    it(`includes the months that an operator removes with ${command} remove, after a dry run`, async () => {
      const past = new Date(Date.now() - dayMs).toISOString();
      await database.pool.query(`CREATE TABLE ${table}_2020_01 (LIKE ${table} INCLUDING ALL);
        ALTER TABLE ${table} ATTACH PARTITION ${table}_2020_01 FOR VALUES FROM ('2020-01-01Z') TO ('2020-02-01Z')`);
      const environment = { DATABASE_URL: urls.url, DATABASE_OWNER_URL: urls.ownerUrl };
      const run = async (...more: readonly string[]) =>
        (await runCommand([command, 'remove', '--before', past, ...more], environment)).stdout;
      const name = `${table}_2020_01: records before 2020-02-01\n`;
      expect(await run('--dry-run')).to.equal(`Would remove ${name}`);
      expect(await run()).to.equal(`Removed ${name}`);
      expect(await run()).to.include('nothing to remove');
    });
  }
});
