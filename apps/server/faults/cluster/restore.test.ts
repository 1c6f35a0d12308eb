import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { tally } from '../../stress/support/load.ts';
import { aContent, aTag, expectSuccess } from '../../test/support/builders.ts';
import { printMeasurement } from '../../test/support/figure.ts';
import { createTestHost, type TestHost } from '../../test/support/machine.ts';
import { runProgram } from '../../test/support/process.ts';
import { startServer } from '../../test/support/server.ts';
import { administrator, aPerson, logInAs, signingSecret, unique } from '../../test/support/service.ts';
import { clusterPrograms, startDatabaseCluster, type DatabaseCluster } from './support/database-cluster.ts';
import { passwords } from './support/database-node.ts';
import { replaced, shipped } from './support/shipped-files.ts';

const things = 30;

/** For each table, the number of its rows and a checksum of all of them. */
type Rows = Readonly<Record<string, string>>;

async function rowsOf({ ask }: DatabaseCluster): Promise<Rows> {
  const tables = await ask(`SELECT relname FROM pg_class WHERE relkind = 'r' AND relpersistence = 'p'
    AND relnamespace = 'public'::regnamespace ORDER BY 1`);
  const rows: Record<string, string> = {};
  for (const table of tables.split('\n'))
    rows[table] = await ask(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') FROM ${table} t`,
    );
  return rows;
}

describe('A cluster of three servers that is restored as a new one', function () {
  this.timeout(900_000);
  /** Holds the backups, which outlive each cluster. */
  let backups: TestHost;
  let stored: Rows;
  let file: { readonly path: string; readonly text: string };
  /** The time to which the log is replayed. */
  let time: string;

  const pathOf = (name: string): string => join(backups.directory, name);

  /** The variables of the service on a cluster. Its files are in the folder with this name. */
  const variablesOn = ({ balancers }: DatabaseCluster, folder: string) => ({
    NODE_ENV: 'production',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: balancers[0].primaryUrl('service'),
    DATABASE_REPLICA_URLS: balancers[0].standbysUrls,
    ADMIN_PASSWORD: administrator.password,
    JWT_SECRET: signingSecret,
    SECRETS_KEY: Buffer.alloc(32, 'key').toString('base64'),
    DATA_DIR: pathOf(folder),
  });

  before(async () => {
    backups = createTestHost(...clusterPrograms);
    await backups.run('env', 'mkdir', pathOf('archive'));
    const source = await startDatabaseCluster({
      patroni: (each) =>
        replaced(each, {
          '# archive_mode: "on"': 'archive_mode: "on"',
          '# archive_command: cp %p /archive/%f': `archive_command: cp %p ${pathOf('archive')}/%f`,
        }),
    });
    try {
      const server = await startServer(source.machine, variablesOn(source, 'media'));
      const admin = await logInAs(server.api, administrator);
      const fill = async (): Promise<void> => {
        for (let count = 0; count < things; count += 1) {
          const [content] = [await aContent(admin), await aTag(admin), await aPerson({ api: server.api, admin })];
          await expectSuccess(admin.post(`/contents/${content.id}/publish`));
        }
      };
      await fill();
      const leader = (await source.nodeWith('leader')).url;
      const replication = leader.replace(/\/\/[^@]*@/, `//replicator:${passwords.replication}@`);
      await backups.run('pg_basebackup', '-D', pathOf('base'), '-c', 'fast', '-d', replication);
      await fill();
      const form = new FormData();
      const text = unique('The text of a file ');
      form.append('file', new Blob([text]), 'file.txt');
      const headers = { Authorization: `Bearer ${admin.token}` };
      const uploaded = await fetch(`${admin.url}/api/media`, { method: 'POST', headers, body: form });
      const { data }: { data: { url: string } } = Object(await uploaded.json());
      file = { path: data.url, text };
      await server.end('SIGTERM');
      stored = await rowsOf(source);
      const { url } = await source.nodeWith('leader');
      await backups.run('pg_dump', '--format=custom', '--no-unlogged-table-data', `--file=${pathOf('dump')}`, url);
      time = await source.ask('SELECT clock_timestamp()');
      // The mistake. Later transactions end the replay at the time.
      await source.ask('DROP TABLE all_contents CASCADE');
      await source.ask('CREATE TABLE later (n integer)');
      const walFile = await source.ask('SELECT pg_walfile_name(pg_switch_wal())');
      await source.ask('CHECKPOINT');
      for (let attempt = 0; attempt < 100; attempt += 1) {
        if (await readFile(pathOf(`archive/${walFile}`)).catch(() => undefined)) break;
        await source.ask('SELECT pg_sleep(0.2)');
      }
    } finally {
      await source.dismantle();
    }
  });
  after(() => backups?.dismantle());

  /** Expects every row and file of the source in another cluster, on which the service works. */
  async function expectRestored(target: DatabaseCluster, folder: string): Promise<void> {
    expect(await rowsOf(target)).to.deep.equal(stored);
    expect(await target.ask('SELECT * FROM wrong_totals()')).to.equal('');
    await cp(pathOf('media'), pathOf(folder), { recursive: true });
    const variables = variablesOn(target, folder);
    const doctor = await runProgram(['doctor'], variables);
    expect(doctor.code, doctor.stdout).to.equal(0);
    const check = await runProgram(['media', 'check'], variables);
    expect(check.code, check.stdout).to.equal(0);
    const server = await startServer(target.machine, variables);
    const read = await fetch(`${server.api.url}${file.path}`);
    expect(await read.text()).to.equal(file.text);
    await logInAs(server.api, administrator);
    await server.end('SIGTERM');
  }

  it('from a dump has every row and file', async () => {
    const target = await startDatabaseCluster({ migrates: false });
    try {
      const { url } = await target.nodeWith('leader');
      await backups.run('pg_restore', '--exit-on-error', '--single-transaction', `--dbname=${url}`, pathOf('dump'));
      await expectRestored(target, 'media-of-dump');
    } finally {
      await target.dismantle();
    }
  });

  it('from a base backup and the archived log has every row and file of a time before a mistake', async () => {
    const fragment = replaced(await shipped('cluster/point-in-time.yml'), {
      '/backup/base': pathOf('base'),
      '/archive/': `${pathOf('archive')}/`,
      '2026-11-27 06:20:00+00': time,
    });
    const began = performance.now();
    const target = await startDatabaseCluster({
      createsRoles: false,
      migrates: false,
      patroni: (each) => replaced(each, { 'bootstrap:\n': fragment }),
    });
    try {
      printMeasurement('seconds until the new cluster worked', (performance.now() - began) / 1000);
      await expectRestored(target, 'media-of-time');
      const rows = Object.values(stored).map((each) => Number(each.split(' ')[0]));
      printMeasurement('tables and rows compared', `${rows.length}, ${rows.reduce((sum, each) => sum + each, 0)}`);
      expect(tally(rows.map((each) => (each > 0 ? 'filled' : 'empty')))).to.have.property('filled');
    } finally {
      await target.dismantle();
    }
  });
});
