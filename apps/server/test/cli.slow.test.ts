import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@portcullis/adapters-persistence';
import { temporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import type { Page } from '@portcullis/application';
import type { AccessControlDocument } from '@portcullis/domain/internal/access/access-control';
import type { AuditRecord } from '@portcullis/domain/internal/events/audit-record';
import { administratorRole, builtInRoles, operatorId } from '@portcullis/domain/internal/built-in';
import type { DomainEvent } from '@portcullis/domain/internal/events/event';
import type { RouteNode } from '@portcullis/domain/internal/menus/menu-tree';
import type { TreeOf } from '@portcullis/domain/internal/shared/tree';
import { expect } from 'chai';
import { run as runWith } from '../src/commands/program.ts';
import { apiAt } from './support/api.ts';
import type { Wire } from './support/builders.ts';
import {
  runCommand,
  runProgram,
  runUnread,
  startProcess,
  withDatabase,
  type Outcome,
  type Process,
} from './support/process.ts';
import { logInAs } from './support/service.ts';
import { describeOnPostgres, itOnPostgres } from './support/requirements.ts';

const lines = (text: string): readonly string[] => text.trimEnd().split('\n');

/** Returns an exported document without its custom roles. */
function builtInPartOf(text: string): AccessControlDocument {
  const document: AccessControlDocument = JSON.parse(text);
  return { ...document, roles: document.roles.filter(({ code }) => builtInRoles.some((role) => role.code === code)) };
}

/** Expects the exit code `wanted`, no standard output, and one line on standard error that matches `said`. */
function expectFailure({ code, stdout, stderr }: Outcome, wanted: 1 | 2, said: RegExp): void {
  expect([code, stdout], stderr).to.deep.equal([wanted, '']);
  expect(lines(stderr), stderr).to.have.lengthOf(1);
  expect(stderr).to.match(said);
}

/** Expects success and returns the standard output. */
function outputOf({ code, stdout, stderr }: Outcome): string {
  expect([code, stderr], stderr).to.deep.equal([0, '']);
  return stdout;
}

describe('the command line', () => {
  it('has help for every command with examples, and documents the exit codes', async () => {
    expect(outputOf(await runProgram(['--help']))).to.include('0 done, 1 failed, 2 wrong usage or configuration');
    const commands = [
      'start',
      'migrate',
      'doctor',
      'admin create',
      'admin reset-password',
      'admin reset-factors',
      'keys list',
      'keys create',
      'keys revoke',
      'service-accounts create',
      'service-accounts list',
      'seed demo',
      'seed roles',
      'seed modules',
      'export',
      'import',
      'import users',
      'import contents',
      'export users',
      'export contents',
      'restore',
      'media check',
      'media rebuild',
      'media move',
      'media claim',
      'audit export',
      'audit remove',
      'events export',
      'events remove',
    ];
    const manuals = await Promise.all(commands.map((command) => runCommand([...command.split(' '), '--help'])));
    for (const [index, manual] of manuals.entries()) {
      expect(outputOf(manual)).to.match(new RegExp(`Examples:\\n(.*\\n)*.*portcullis ${commands[index]}`));
    }
  });

  const notJson = fileURLToPath(import.meta.url);
  const unusable: readonly (readonly [said: RegExp, args: string, environment?: Readonly<Record<string, string>>])[] = [
    [/unknown command 'sed'.*Did you mean seed\?.*--help/, 'sed'],
    [/missing required argument 'file'/, 'import'],
    [/'roles' is invalid.*menus, permissions/, 'restore roles'],
    [/unknown option '--fast'/, 'start --fast'],
    [/a date in the past/, 'audit export --before tomorrow'],
    [/a date in the past/, 'audit remove --before 2999-01-01'],
    [/a date in the past/, 'audit remove --before 2026-02-31'],
    [/'--status' cannot be used with option '--plan'/, 'migrate --status --plan'],
    [/a date in the past/, 'events export --from tomorrow'],
    [/'--before <date>' cannot be used with option '--to <date>'/, 'events export --before 2026-01-01 --to 2026-01-01'],
    [/required option '--before <date>'/, 'events remove'],
    [/^email must be an email/, 'admin create ada --email ada'],
    [/is not JSON/, `import ${notJson}`],
    [/^DATABASE_URL takes/, 'migrate', { DATABASE_URL: 'mysql://u:pass-word@127.0.0.1/x' }],
  ];
  for (const [said, args, environment = {}] of unusable) {
    it(`exits with 2 and prints one line on standard error: ${args.replace(notJson, 'text')}`, async () => {
      expectFailure(await runCommand(args.split(' '), environment), 2, said);
    });
  }

  it('exits with 1 and prints one line that says what to do if the command fails', async () => {
    const away = await runCommand(['migrate'], { DATABASE_URL: 'postgres://u:pass-word@127.0.0.1:1/x' });
    expectFailure(away, 1, /ECONNREFUSED.*Check DATABASE_URL/);
    expect(away.stderr).not.to.include('pass-word');
    expectFailure(await runProgram(['import', 'no-such-file.json']), 1, /no-such-file.json.*Name another file/);
  });

  it('finishes its work if nobody reads its lines, and fails in one line if nobody reads its result', async () => {
    expect(await runUnread(['--help'])).to.deep.equal({ code: 0, stdout: '', stderr: '' });
    expectFailure(await runUnread(['openapi']), 1, /EPIPE.*has ended, so a part of it is missing/);
    const full = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })),
    });
    const errors = new PassThrough();
    const terminal = { env: {}, loadEnvFile: () => undefined, stdin: Readable.from([]), stdout: full, stderr: errors };
    expect(await runWith(['openapi'], terminal)).to.equal(1);
    expect(String(errors.read())).to.equal('the disk is full. Name another file.\n');
  });

  it('reports all faults of a new account together', async () => {
    const create = 'admin create a --email no --password-stdin'.split(' ');
    const { code, stderr } = await runCommand(create, {}, 'short\n');
    expect(code).to.equal(2);
    expect(lines(stderr).map((line) => line.split(' ').slice(0, 2).join(' '))).to.deep.equal([
      'username must',
      'email must',
      'The password',
    ]);
  });

  itOnPostgres('names the command that creates a missing database', async (adminUrl) => {
    const { hostname, username } = new URL(adminUrl);
    const missing = Object.assign(new URL(adminUrl), { pathname: '/no_such_database' }).href;
    const command = new RegExp(`Create it: createdb -h ${hostname} .*-U ${username} no_such_database$`, 'm');
    expectFailure(await runCommand(['migrate'], { DATABASE_URL: missing }), 1, command);
    const ofOwner = { DATABASE_URL: adminUrl, DATABASE_OWNER_URL: missing };
    expectFailure(await runCommand('audit remove --before 2026-01-01'.split(' '), ofOwner), 1, command);
  });

  it('writes to the embedded database, and reports in one line if a service is using the database', () =>
    withDatabase(async (directory, start) => {
      const environment = { DATA_DIR: directory };
      const create = 'admin create ada --email ada@example.com --password-stdin'.split(' ');
      expect(outputOf(await runProgram(create, environment, 'as Ada likes it\n'))).not.to.include('as Ada likes it');
      const api = apiAt(await start().listening);
      const ada = await logInAs(api, { username: 'ada', password: 'as Ada likes it' });
      const refused = await runCommand(['export'], environment);
      expectFailure(refused, 1, /^Process \d+ is using the embedded database in .*\. Stop it, or set DATA_DIR\.$/m);
      expect(await ada.get('/auth/profile')).to.include({ status: 200 });
    }));

  /** The tests run the commands in the order in which an operator uses them. Each test depends on the earlier tests. */
  describeOnPostgres('on PostgreSQL', (adminUrl) => {
    let directory = '';
    let environment: Readonly<Record<string, string>> = {};
    let drop = async (): Promise<void> => undefined;
    let server: Process | undefined;
    const run = (args: string, input?: string): Promise<Outcome> => runCommand(args.split(' '), environment, input);
    const onDatabase = async (statement: string): Promise<void> => {
      const database = await openDatabase({ url: environment['DATABASE_URL'] ?? '', poolSize: 1 });
      await database.pool.query(statement);
      await database.close();
    };

    before(async () => {
      directory = await mkdtemp(join(tmpdir(), 'portcullis-'));
      const database = await temporaryDatabase(adminUrl);
      drop = database.drop;
      environment = { DATABASE_URL: database.url, DATA_DIR: join(directory, 'data') };
    });
    after(async () => {
      await server?.stop();
      await drop();
      await rm(directory, { recursive: true, force: true });
    });

    it('migrates, and lists the migrations that have run', async () => {
      const before = outputOf(await run('migrate --status'));
      expect(lines(before)[0]).to.match(/^pending {2}Schema/);
      expectFailure(await run('migrate --write migrations'), 2, /^Run portcullis migrate first/);
      expect(outputOf(await run('migrate --status'))).to.equal(before);
      expect(outputOf(await run('migrate'))).to.match(/^done {5}Schema[^]*up to date now\.\n$/);
      expect(outputOf(await run('migrate --status'))).to.equal(before.replaceAll('pending', 'done   '));
      expect(outputOf(await run('migrate'))).to.equal('The database is up to date.\n');
    });

    let madePassword = '';

    it('creates an administrator with a given password, or with a generated password that is shown once', async () => {
      const said = outputOf(await run('admin create ada --email ada@example.com'));
      madePassword = /Password +(\w{16}) +\(shown only this once\)/.exec(said)?.[1] ?? '';
      expect(madePassword, said).not.to.equal('');
      const given = outputOf(
        await run('admin create bob --email bob@example.com --password-stdin', 'as Bob likes it \r\n'),
      );
      expect(given).to.include('bob').and.not.include('as Bob likes it');
    });

    it('refuses accounts that break the rules', async () => {
      expectFailure(
        await run('admin create ADA --email other@example.com'),
        1,
        /^This user name is already in use\.$/m,
      );
      expectFailure(await run('admin reset-password bob --password-stdin', 'short\n'), 1, /8 to 128 characters/);
      expectFailure(await run('admin reset-password nobody'), 1, /^This user does not exist\.$/m);
      expectFailure(await run('admin reset-factors nobody'), 1, /^This user does not exist\.$/m);
    });

    it('creates a service account and a key that is shown once, lists both, and revokes the key', async () => {
      const account = outputOf(await run('service-accounts create robot --email team@example.com --role MODERATOR'));
      expect(account).to.match(/^Service account {2}robot\nId {15}[\da-f-]{36}\n$/);
      expect(outputOf(await run('service-accounts list'))).to.match(/^[\da-f-]{36} {2}robot {2}MODERATOR\n$/);
      const made = outputOf(
        await run('keys create robot --name Deployment --permission user.read --read-only --days 7'),
      );
      const [, id = ''] = /^Id {7}(\S+)\nExpires {2}\d{4}-\d\d-\d\d\nKey {6}ptc_\w{72}\n$/.exec(made) ?? [];
      expect(outputOf(await run('keys list'))).to.match(
        /^[\da-f-]{36} {2}robot {2}Deployment {2}expires \S+ {2}never used\n$/,
      );
      expect(outputOf(await run(`keys revoke ${id}`))).to.equal(`Revoked  ${id}\n`);
      expect(outputOf(await run('keys list'))).to.equal('');
      expectFailure(await run(`keys revoke ${id}`), 1, /^This api key does not exist\.$/m);
      expectFailure(await run('keys revoke x'), 2, /UUID/);
      expectFailure(await run('keys create bob --name x'), 1, /^Must be the id of a service account\.$/m);
      expectFailure(
        await run('keys create robot --name x --permission no.such'),
        1,
        /^No permission has this code\.$/m,
      );
      expectFailure(await run('keys create robot --name x --days 366'), 2, /from 1 to 365/);
      expectFailure(await run('service-accounts create x2 --email x@example.com --role NOPE'), 1, /no role NOPE/);
    });

    it('adds the demo data once, and later only what is missing', async () => {
      const said = outputOf(await run('seed demo'));
      expect(lines(said).slice(0, 3)).to.deep.equal([
        'Menus       55 added',
        'Users       20 added',
        'Contents    206 added',
      ]);
      expect(said).to.match(
        /^Demo users  ada\.lindqvist \(editor\), dmitri\.sokolov \(analyst\) and 18 more\nPassword    \w{16} {3}\(shown only/m,
      );
      expect(outputOf(await run('seed demo'))).to.equal('There is nothing to add: the demo data exists already.\n');
    });

    it('adds the sample data of modules once', async () => {
      const seed = `seed modules --modules ${fileURLToPath(new URL('exercise/modules.js', import.meta.url))}`;
      expect(outputOf(await run(seed))).to.equal('team.label  2 added\n');
      expect(outputOf(await run(seed))).to.equal('team.label  0 added\n');
    });

    it('adds the ready roles once', async () => {
      const first = lines(outputOf(await run('seed roles')));
      expect(first.filter((line) => line.startsWith('+ role'))).to.have.lengthOf(3);
      expect(first).to.include('  Set these attributes of its users: section.');
      const again = lines(outputOf(await run('seed roles')));
      expect(again).to.have.lengthOf(3).and.include('= role AUTHOR exists already and stays as it is.');
    });

    it('exports access control, and changes nothing when the export is imported', async () => {
      const file = join(directory, 'access.json');
      outputOf(await run(`export ${file}`));
      const text = await readFile(file, 'utf8');
      expect(outputOf(await runProgram(['export'], environment))).to.equal(text);
      const document: { menus: unknown[]; roles: { code: string }[] } = JSON.parse(text);
      expect(document.menus).to.have.lengthOf(63);
      expect(outputOf(await run('import -', text))).to.equal('Nothing to change.\n');
    });

    it('imports changes, after a dry run that lists them', async () => {
      const file = join(directory, 'access.json');
      const document: {
        permissions: object[];
        menus: { routeName: string; menuName: string }[];
        roles: { code: string; permissions: string[] }[];
        protectedRoutes?: object[];
      } = JSON.parse(await readFile(file, 'utf8'));
      document.permissions.push({ code: 'post.publish', name: 'Publish posts', resource: 'post', action: 'publish' });
      for (const menu of document.menus) if (menu.routeName === 'about') menu.menuName = 'Imprint';
      for (const role of document.roles) {
        if (role.code !== 'DEMO_EDITOR') continue;
        role.permissions = [...role.permissions.filter((code) => code !== 'tag.manage'), 'post.publish'];
      }
      const route = { methods: ['GET'], path: '/posts/:id', audience: 'posts', roles: ['ADMIN'] };
      document.protectedRoutes = [route];
      // Some editors and shells write UTF-16, or a byte order mark.
      await writeFile(file, `\uFEFF${JSON.stringify(document)}`, 'utf16le');
      const told = [
        '+ permission post.publish',
        '~ menu about: menuName "About" -> "Imprint"',
        '~ role DEMO_EDITOR: permissions +post.publish -tag.manage',
        '+ route /posts/:id',
      ];
      const dry = lines(outputOf(await run(`import ${file} --dry-run`)));
      const affected = dry.filter((line) => line.startsWith('> user '));
      expect(dry.filter((line) => !affected.includes(line))).to.deep.equal([
        ...told,
        '4 changes; nothing was written.',
      ]);
      expect(affected).not.to.deep.equal([]);
      for (const line of affected)
        expect(line).to.match(/^> user \S+: \+permission post\.publish(?:, -permission tag\.manage)?$/);
      expect(lines(outputOf(await run(`import ${file}`)))).to.deep.equal([...told, '4 changes made.']);
      expect(outputOf(await run(`import ${file}`))).to.equal('Nothing to change.\n');
      document.protectedRoutes = [{ ...route, methods: ['GET', 'PUT'], permissions: ['post.publish'] }];
      expect(lines(outputOf(await run('import - --dry-run', JSON.stringify(document))))[0]).to.equal(
        '~ route /posts/:id: routes +GET,PUT for ADMIN,post.publish at posts -GET for ADMIN at posts',
      );
    });

    it('reports the path of each fault in a document', async () => {
      const role = { code: 'ADMIN', name: 'Boss', permissions: [], menus: [] };
      const document = { version: 1, permissions: [], menus: [{ routeName: 'x', menuType: 2 }], roles: [role] };
      const { code, stderr } = await run('import -', JSON.stringify(document));
      expect([code, lines(stderr)]).to.deep.equal([
        1,
        ['The document is refused.', 'menus[0].routePath: routePath must be a string'],
      ]);
      const second = await run('import -', JSON.stringify({ ...document, menus: [] }));
      expect(lines(second.stderr)[1]).to.equal('roles[0]: A system role cannot be changed or deleted.');
    });

    it('restores deleted menus and permissions, after a dry run that lists them', async () => {
      const whole = outputOf(await run('export'));
      await onDatabase(`DELETE FROM menus WHERE route_name = 'user-center'`);
      await onDatabase(`DELETE FROM permissions WHERE code IN ('role.read', 'role.delete')`);
      const told = [
        '+ permission role.read',
        '+ permission role.delete',
        '~ role ADMIN: permissions +role.read +role.delete',
        '~ role MODERATOR: permissions +role.read',
      ];
      expect(lines(outputOf(await run('restore permissions --dry-run')))).to.deep.equal([
        ...told,
        '2 permissions; nothing was written.',
      ]);
      expect(lines(outputOf(await run('restore permissions')))).to.deep.equal([...told, '2 permissions restored.']);
      expect(outputOf(await run('restore permissions'))).to.match(/^Nothing to restore: no built-in permission is/);
      expect(lines(outputOf(await run('restore menus')))).to.deep.equal([
        '+ menu user-center',
        '~ role ADMIN: menus +user-center',
        '~ role MODERATOR: menus +user-center',
        '~ role USER: menus +user-center',
        '1 menu restored.',
      ]);
      expect(builtInPartOf(outputOf(await run('export')))).to.deep.equal(builtInPartOf(whole));
    });

    it('exports old audit records as one line each, and removes only months that have ended', async () => {
      const now = new Date().toISOString();
      const records = lines(outputOf(await run(`audit export --before ${now}`)));
      const parsed = records.map((line): AuditRecord => JSON.parse(line));
      expect(parsed).to.have.lengthOf(23);
      expect(parsed[0]).to.deep.include({ event: 'user.roles.set', userId: operatorId, ipAddress: '127.0.0.1' });
      expect(parsed[0]?.userAgent).to.match(/^portcullis admin create \(.+@.+\)$/);
      expect(parsed[0]?.payload).to.deep.include({ before: [], after: [administratorRole.id] });
      expect(outputOf(await run('audit export --before 2026-01-01'))).to.equal('');
      expect(outputOf(await run('audit remove --before 2020-01-01'))).to.match(/nothing to remove/);
      const removable = outputOf(await run(`audit remove --before ${now} --dry-run`));
      expect(removable).to.match(/^Would remove audit_records_first: records before \S+\n$/);
    });

    it('exports events as one line each, the oldest first, and removes only months that have ended', async () => {
      const exported = async (options: string): Promise<readonly Wire<DomainEvent>[]> =>
        lines(outputOf(await run(`events export ${options}`)))
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line));
      const events = await exported('--from 2020-01-01');
      const positions = events.map(({ position }) => position);
      expect(positions).to.deep.equal(positions.toSorted((one, other) => one - other));
      const ada = events.find(({ type }) => type === 'user.created');
      expect(ada?.actor).to.deep.include({ type: 'system', ipAddress: '127.0.0.1' });
      expect(ada?.subject.name).to.equal('ada');
      const now = new Date().toISOString();
      expect(await exported(`--before ${now}`)).to.deep.equal(events);
      const at = ada?.occurredAt ?? '';
      const thoseOf = (isWanted: (occurredAt: string) => boolean) =>
        events.filter(({ occurredAt }) => isWanted(occurredAt));
      expect(await exported(`--from ${at}`)).to.deep.equal(thoseOf((time) => time >= at));
      expect(await exported(`--to ${at}`)).to.deep.equal(thoseOf((time) => time <= at));
      expect(await exported(`--before ${at}`)).to.deep.equal(thoseOf((time) => time < at));
      const removable = outputOf(await run(`events remove --before ${now} --dry-run`));
      expect(removable).to.match(/^Would remove events_first: records before \S+\n$/);
    });

    it('leaves a database from which a service reads the accounts, the menus and the contents', async () => {
      // No earlier command needed the generated key for access tokens, so none created the data directory for its file.
      expect(existsSync(join(directory, 'data'))).to.equal(false);
      server = startProcess(environment);
      const api = apiAt(await server.listening);
      expect(server.written.stderr).not.to.include('seed demo');
      const ada = await logInAs(api, { username: 'ada', password: madePassword });
      await logInAs(api, { username: 'bob', password: 'as Bob likes it ' });
      const counts = await Promise.all(
        ['users', 'contents'].map(async (list) => (await ada.get<Page<unknown>>(`/${list}`)).data.total),
      );
      // The start of the service created no administrator, because administrators already exist.
      expect(counts).to.deep.equal([23, 206]);
      const { data: routes } = await ada.get<readonly TreeOf<RouteNode>[]>('/menus/user-routes');
      const plugin = routes.find(({ routeName }) => routeName === 'plugin');
      expect(plugin).to.include({ component: 'layout.base', menuType: 1 });
      const charts = plugin?.children.find(({ routeName }) => routeName === 'plugin_charts');
      expect(charts?.children[0]).to.include({
        component: 'view.plugin_charts_antv',
        routePath: '/plugin/charts/antv',
      });
      const { data: content } = await ada.get<{ contentHtml: string; tagIds: string[]; categoryId: string }>(
        '/contents/slug/a-first-look-at-webhooks',
      );
      expect(content.contentHtml)
        .to.include('<table>')
        .and.include('hljs language-')
        .and.include('<h2 id="in-figures">');
      expect(content.tagIds).to.have.lengthOf(2);
    });

    it('resets a password while a service runs, and ends the sessions of the account', async () => {
      const api = apiAt((await server?.listening) ?? '');
      const bob = await logInAs(api, { username: 'bob', password: 'as Bob likes it ' });
      outputOf(await run('admin reset-password BOB@example.com --password-stdin', 'a new one for Bob'));
      expect(await bob.get('/auth/profile')).to.include({ status: 401, code: 1103 });
      await logInAs(api, { username: 'bob', password: 'a new one for Bob' });
    });
  });
});
