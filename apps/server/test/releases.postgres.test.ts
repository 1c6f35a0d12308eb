import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migratedDatabase, type TemporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { createClient, type Client } from '@portcullis/client';
import { expect } from 'chai';
import { runProgram, startProcess, type Process } from './support/process.ts';
import { describeOnPostgres } from './support/requirements.ts';
import { administrator, signingSecret } from './support/service.ts';

interface Part {
  readonly id: string;
  readonly name: string;
  readonly size?: number | null;
  readonly colour?: string;
  readonly shade?: string;
}

/** The text of a file with the modules of a release, whose part has these members beside its names. */
const release = (members: string): string => `import { defineResource } from '@portcullis/server';
import { migrations } from './migrations/index.js';

const parts = defineResource({ name: 'team.part', namedBy: 'name', ${members} });
export const modules = [parts, { name: 'team.migrations', migrations }];
`;

const name = `name: { type: 'text', max: 20, unique: true, search: true }`;
const size = `size: { type: 'integer', filter: true }`;
const colour = `colour: { type: 'choice', values: ['red', 'blue'], default: 'red', filter: true }`;
const shade = colour.replace('colour', 'shade');
const releases = {
  first: release(`fields: { ${name}, ${size} }`),
  second: release(`fields: { ${name}, ${colour} }`),
  third: release(`fields: { ${name}, ${shade} }, renamed: { colour: 'shade' }, removed: ['size']`),
  last: `import { migrations } from './migrations/index.js';\nexport const modules = [{ name: 'team.migrations', migrations }];\n`,
};

/** The tests run in the order of the releases. Each test depends on the earlier tests. */
describeOnPostgres('Releases with other fields on one database', (adminUrl) => {
  let folder: string;
  let database: TemporaryDatabase;
  let old: Process;
  let oldAdmin: Client;
  const started: Process[] = [];
  const file = (of: keyof typeof releases): string => join(folder, `${of}.js`);
  const variables = () => ({
    DATABASE_URL: database.url,
    JWT_SECRET: signingSecret,
    ADMIN_PASSWORD: administrator.password,
  });
  const migrate = (of: keyof typeof releases, ...args: readonly string[]) =>
    runProgram(['migrate', ...args, '--modules', file(of)], variables());
  const plan = (of: keyof typeof releases, ...args: readonly string[]) =>
    migrate(of, '--plan', '--write', join(folder, 'migrations'), ...args);
  async function start(of: keyof typeof releases): Promise<readonly [Process, Client]> {
    const program = startProcess(variables(), ['--modules', file(of)]);
    started.push(program);
    const admin = createClient({ baseUrl: await program.listening });
    await admin.login(administrator);
    return [program, admin];
  }
  const add = (admin: Client, body: object) => admin.request<Part>('post', '/api/team/parts', { body });
  const change = (admin: Client, id: string, body: object) =>
    admin.request<Part>('patch', '/api/team/parts/{id}', { params: { path: { id } }, body });
  const list = async (admin: Client, query: Readonly<Record<string, string>> = {}) =>
    (await admin.request<{ items: readonly Part[] }>('get', '/api/team/parts', { params: { query } })).items;

  before(async () => {
    database = await migratedDatabase(adminUrl);
    // The files import the packages, so the folder is below the one with the packages.
    folder = await mkdtemp(fileURLToPath(new URL('releases-', import.meta.url)));
    await mkdir(join(folder, 'migrations'));
    const noMigrations =
      '// `portcullis` writes this list of the files in this folder.\nexport const migrations = [];\n';
    await writeFile(join(folder, 'migrations/index.js'), noMigrations);
    for (const [each, text] of Object.entries(releases)) await writeFile(join(folder, `${each}.js`), text);
  });
  after(async () => {
    await Promise.all(started.map(({ stop }) => stop()));
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('write a migration for a new resource, which creates its table', async () => {
    const { code, stdout, stderr } = await plan('first');
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(stdout).to.match(/^CREATE TABLE team_parts \(/);
    expect((await migrate('first')).stdout).to.match(/^done {5}TeamParts\d{13}\n/);
    expect((await migrate('first', '--plan')).stdout).to.equal('The tables have what the modules declare.\n');
    [old, oldAdmin] = await start('first');
    await add(oldAdmin, { name: 'Bolt', size: 3 });
  });

  it('do not start without the migration for a new field, and name the command', async () => {
    const refused = startProcess(variables(), ['--modules', file('second')]);
    expect(await refused.ended).to.equal(2);
    expect(refused.written.stderr).to.equal(
      'The table team_parts lacks the column colour (text) of team.part; the table team_parts requires the column size, which team.part does not have: write the migration with portcullis migrate --plan --write FOLDER --modules FILE.\n',
    );
  });

  it('work side by side while the new one has a further field and lacks a former one', async () => {
    expect((await plan('second')).code).to.equal(0);
    expect((await migrate('second')).code).to.equal(0);
    const [, admin] = await start('second');
    const { id } = await add(oldAdmin, { name: 'Nut', size: 4 });
    await add(admin, { name: 'Gear', colour: 'blue' });
    expect((await list(admin, { colour: 'red' })).map((part) => part.name)).to.have.members(['Bolt', 'Nut']);
    expect((await list(oldAdmin)).map((part) => part.size)).to.have.members([3, 4, null]);
    expect(await change(admin, id, { colour: 'blue' })).to.include({ colour: 'blue' });
    await oldAdmin.request<Part>('get', '/api/team/parts/{id}', { params: { path: { id } } });
    expect(await change(oldAdmin, id, { size: 5 })).to.include({ size: 5, version: 3 });
    expect(await old.stop()).to.equal(0);
  });

  it('rename a field and remove another one with its values only if this is allowed', async () => {
    const refused = await plan('third');
    expect(refused.code).to.equal(2);
    expect(refused.stdout).to.include('-- stops the previous release:\n').and.include('-- loses data:\n');
    expect(refused.stderr).to.match(/^Nothing was written, because \d of the statements are marked\. .* --allow\.\n$/);
    expect((await plan('third', '--allow')).code).to.equal(0);
    expect((await migrate('third')).code).to.equal(0);
    const [program, admin] = await start('third');
    expect((await list(admin)).map((part) => [part.name, part.shade])).to.have.deep.members([
      ['Bolt', 'red'],
      ['Nut', 'blue'],
      ['Gear', 'blue'],
    ]);
    expect(await program.stop()).to.equal(0);
  });

  it('replay all migrations on a new database', async () => {
    const other = await migratedDatabase(adminUrl);
    try {
      const at = { ...variables(), DATABASE_URL: other.url };
      expect((await runProgram(['migrate', '--modules', file('third')], at)).stderr).to.equal('');
      const { stdout } = await runProgram(['migrate', '--plan', '--modules', file('third')], at);
      expect(stdout).to.equal('The tables have what the modules declare.\n');
    } finally {
      await other.drop();
    }
  });

  it('keep events, permissions and tables of a module that was removed', async () => {
    const [, admin] = await start('last');
    const refused = await list(admin).catch((error: unknown) => error);
    expect(refused).to.include({ status: 404 });
    const { items } = await admin.get('/api/events', { params: { query: { type: 'team.part.updated' } } });
    expect(items).to.have.lengthOf(2);
    const permissions = await admin.get('/api/permissions', { params: { query: { search: 'team.part.' } } });
    expect(permissions.total).to.equal(4);
    const files = (await readdir(join(folder, 'migrations'))).filter((each) => each !== 'index.js');
    expect(files).to.have.lengthOf(3);
    expect(await readFile(join(folder, 'migrations', files[1] ?? ''), 'utf8')).to.include(
      'ALTER COLUMN "size" DROP NOT NULL',
    );
  });
});
