import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoggedIn } from '@portcullis/application/internal/auth/sessions/start-session';
import { temporaryDatabase, type TemporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { expect } from 'chai';
import { root } from './architecture/files.ts';
import type { Api } from './support/api.ts';
import { aRole, expectSuccess } from './support/builders.ts';
import { runCommand } from './support/process.ts';
import { run } from './support/run.ts';
import { aUserWithRoles, startService, type Person, type Service } from './support/service.ts';
import { createTwoRoles, type TwoRoles } from './support/two-roles.ts';
import { describeOnPostgres } from './support/requirements.ts';

/** Returns the block of commands in docs/operations.md that begins with the text `beginning`. */
async function documented(beginning: string): Promise<string> {
  const document = await readFile(join(root, 'docs/operations.md'), 'utf8');
  const blocks = [...document.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  return blocks.find((block) => block.startsWith(beginning)) ?? expect.fail(`No commands begin with ${beginning}.`);
}

/** As an administrator, reads lists, trees, single users and contents. Also reads the contents without a token. */
async function everythingSeenBy(admin: Api): Promise<object> {
  const lists = ['users', 'roles', 'permissions', 'contents', 'categories', 'tags', 'audit-logs'];
  const [{ items: users }, { items: contents }] = await Promise.all([
    expectSuccess(admin.get<{ items: { id: string }[] }>('/users')),
    expectSuccess(admin.get<{ items: { id: string }[] }>('/contents')),
  ]);
  const paths = [
    ...lists.map((name) => `/${name}?pageSize=100`),
    '/menus/tree',
    '/menus/user-routes',
    '/categories/tree',
    '/tags/popular',
    '/auth/permissions',
    ...users.map(({ id }) => `/users/${id}`),
    ...contents.map(({ id }) => `/contents/${id}`),
  ];
  const seen: Record<string, unknown> = {
    visitors: await expectSuccess(admin.as(undefined).get('/contents?pageSize=100')),
  };
  for (const path of paths) seen[path] = await expectSuccess(admin.get(path));
  return seen;
}

describeOnPostgres('A backup that is restored (docs/operations.md)', (adminUrl) => {
  const months = 'SELECT name, since, until FROM audit_months ORDER BY 1';

  /** The key of stored secrets belongs to the database, so it is the same wherever the database is restored. */
  const SECRETS_KEY = randomBytes(32).toString('base64');

  let folder: string;
  let roles: TwoRoles;
  let source: TemporaryDatabase;
  let target: TemporaryDatabase;
  let first: Service;
  let second: Service;
  let person: Person;
  let session: LoggedIn;
  let seen: object;
  let monthsSeen: string;

  const asOwner = ({ url }: TemporaryDatabase) => roles.asOwner(url);
  const asService = ({ url }: TemporaryDatabase) => roles.asService(url);

  const ask = (url: string, sql: string): Promise<string> => run(folder, 'psql', [url, '-Atqc', sql]);
  const shell = async (beginning: string, database: TemporaryDatabase): Promise<string> =>
    run(folder, 'sh', ['-euc', await documented(beginning)], { DATABASE_OWNER_URL: asOwner(database) });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portcullis-'));
    source = await temporaryDatabase(adminUrl);
    roles = await createTwoRoles(source.url);
    await runCommand(['migrate'], { DATABASE_URL: asOwner(source) });
    await roles.restrict(source.url);
    first = await startService({ DATABASE_URL: asService(source), SECRETS_KEY });
    await runCommand(['seed', 'demo'], { DATABASE_URL: asService(source) });
    person = await aUserWithRoles(first, await aRole(first.admin));
    const { username, password } = person;
    session = await expectSuccess(first.api.post<LoggedIn>('/auth/login', { username, password }));
    seen = await everythingSeenBy(first.admin);
    monthsSeen = await ask(asOwner(source), months);

    await shell('pg_dump', source);
    // Changes after the dump must be missing in the restored database.
    await expectSuccess(first.admin.put(`/users/${person.id}/roles`, { roleIds: [] }));
    target = await temporaryDatabase(adminUrl);
    await ask(adminUrl, `ALTER DATABASE ${new URL(target.url).pathname.slice(1)} OWNER TO ${roles.owner}`);
    expect(await shell('pg_restore', target)).to.include('(0 rows)');
    second = await startService({ DATABASE_URL: asService(target), SECRETS_KEY });
  });
  after(async () => {
    await second?.stop();
    await first?.stop();
    await target?.drop();
    await source?.drop();
    await roles?.drop();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  it('returns the same data as before: users and their roles, menus, contents, audit records, and their totals', async () => {
    expect(await everythingSeenBy(second.admin)).to.deep.equal(seen);
    expect(await everythingSeenBy(first.admin)).not.to.deep.equal(seen);
  });

  it('has the monthly partitions of audit records, which cannot be changed by the service or by the owner of the tables', async () => {
    expect(await ask(asOwner(target), months))
      .to.equal(monthsSeen)
      .and.include('audit_records_2');
    const changes = ['UPDATE audit_records SET id = id', 'DELETE FROM audit_records', 'TRUNCATE audit_records'];
    const refusals = { [asOwner(target)]: 'append-only', [asService(target)]: 'permission denied' };
    for (const [url, refusal] of Object.entries(refusals)) {
      for (const change of changes) {
        const { message } = await ask(url, change).then(
          () => new Error('none'),
          (error: Error) => error,
        );
        expect(message, change).to.include(refusal);
      }
    }
  });

  it('accepts changes, which are audited and counted, and has a partition for a month of next year', async () => {
    const path = `/audit-logs?resourceId=${person.id}`;
    const { total } = await expectSuccess(second.admin.get<{ total: number }>(path));
    await expectSuccess(second.admin.put(`/users/${person.id}/roles`, { roleIds: [] }));
    expect((await expectSuccess(second.admin.get<{ total: number }>(path))).total).to.equal(total + 1);
    expect(await ask(asService(target), `SELECT prepare_audit_months(now() + interval '300 days')`)).to.equal('3\n');
    expect(await ask(asOwner(target), 'SELECT count(*) FROM wrong_totals()')).to.equal('0\n');
  });

  it('accepts the earlier sessions only if JWT_SECRET is the same', async () => {
    const { accessToken, refreshToken } = session.token;
    expect(await second.api.as(accessToken).get('/auth/profile')).to.include({ status: 200 });
    const third = await startService({ DATABASE_URL: asService(target), SECRETS_KEY, JWT_SECRET: 'x'.repeat(40) });
    try {
      expect(await third.api.as(accessToken).get('/auth/profile')).to.include({ status: 401 });
      expect(await third.api.post('/auth/refresh', { refreshToken })).to.include({ status: 401 });
    } finally {
      await third.stop();
    }
    expect(await second.api.post('/auth/refresh', { refreshToken })).to.include({ status: 200 });
  });

  it('accepts no earlier session after the sessions have been deleted', async () => {
    const { username, password } = person;
    const { token } = await expectSuccess(second.api.post<LoggedIn>('/auth/login', { username, password }));
    await shell("psql -qc 'DELETE", target);
    expect(await second.api.as(token.accessToken).get('/auth/profile')).to.include({ status: 401 });
    expect(await second.api.post('/auth/refresh', { refreshToken: token.refreshToken })).to.include({ status: 401 });
  });
});
