import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { apiAt } from './support/api.ts';
import { linesOf } from './support/log-lines.ts';
import { startProcess, withAnyDatabase, withDirectory, type Process } from './support/process.ts';
import { refusalOf } from './support/refusal.ts';
import { logInAs } from './support/service.ts';

const setupTokenIn = (text: string) => /#setup=(\S+)/.exec(text)?.[1];
const passwordIn = (text: string) => /Password +(\S+)/.exec(text)?.[1];

describe('the program', () => {
  /** The tests run in this order: each continues with the process and the data of the earlier ones. */
  describe('with a new data directory', () => {
    let directory = '';
    let first: Process;
    let url = '';
    let password = '';
    let remove = async (): Promise<void> => undefined;

    before(async () => {
      directory = await mkdtemp(join(tmpdir(), 'portcullis-'));
      first = startProcess({ DATA_DIR: directory });
      remove = async () => {
        await first.stop();
        await rm(directory, { recursive: true, force: true });
      };
    });
    after(() => remove());

    it('refuses requests until it is ready, with 503, 2001 and Retry-After, and is alive meanwhile', async () => {
      const api = apiAt(await first.alive);
      const early = await api.get('/menus/constant-routes');
      expect(early).to.include({ status: 503, code: 2001, reason: 'not-ready' });
      expect(early.headers.get('Retry-After')).to.equal('1');
      expect(await api.get('/health/live')).to.include({ status: 200 });
      url = await first.listening;
      expect(await api.get('/menus/constant-routes')).to.include({ status: 200 });
    });

    it('prints its URL, its data directory, the password of the administrator and the link for the set-up', async () => {
      const { stdout, stderr } = first.written;
      password = passwordIn(stderr) ?? '';
      expect(stderr).to.include(url).and.include(directory);
      expect(password).to.match(/^\w{16}$/);
      const token = setupTokenIn(stderr) ?? '';
      expect(token).to.match(/^[\w-]{43}$/);
      expect(stderr).to.include(`${url.replace('127.0.0.1', 'localhost')}/admin/#setup=${token}`);
      expect(stdout).not.to.include(token).and.not.include(password);
      const admin = await logInAs(apiAt(url), { username: 'admin', password });
      expect(await admin.get('/auth/profile')).to.include({ status: 200 });
      // After its administrator has logged in, the setup link is no longer valid.
      expect(await apiAt(url).post('/setup/check', { token })).to.include({ status: 403, reason: 'setup-closed' });
    });

    it('does not start again with the directory, which another process uses, and names the directory', async () => {
      const second = startProcess({ DATA_DIR: directory });
      expect(await second.ended).to.equal(1);
      expect(second.written.stderr.trim())
        .to.match(/^.*Process \d+ is using .*$/)
        .and.include(directory);
      expect(await apiAt(url).get('/health/ready')).to.include({ status: 200 });
    });

    it('exits with 0 on SIGTERM, and prints neither the password nor a link at its second start', async () => {
      expect(await first.stop()).to.equal(0);
      first = startProcess({ DATA_DIR: directory });
      const again = apiAt(await first.listening);
      const { stderr } = first.written;
      expect(stderr).to.include(directory).and.include('seed demo').and.not.include(password);
      expect(passwordIn(stderr)).to.equal(undefined);
      expect(setupTokenIn(stderr)).to.equal(undefined);
      await logInAs(again, { username: 'admin', password });
    });
  });

  it('logs one JSON line for each request on standard output, and no secrets', () =>
    withAnyDatabase(async (start) => {
      const program = start({ ADMIN_PASSWORD: 'chosen-by-the-operator' });
      const api = apiAt(await program.listening);
      const account = { username: 'ann.b', email: 'ann@example.com', password: 'secret-of-ann' };
      await api.post('/auth/register', account, { 'X-Request-Id': 'traced-1' });
      const ann = await logInAs(api, account);
      await ann.get('/users?search=secret-search');
      await program.stop();

      const { stdout, stderr } = program.written;
      const lines = linesOf(stdout);
      expect(lines.map(({ msg }) => msg)).to.deep.equal([
        'listening',
        'ready',
        'request',
        'request',
        'refused: permission-required',
        'stopping',
        'stopped',
      ]);
      const [registered, , refused] = lines.slice(2);
      expect(registered).to.include({
        requestId: 'traced-1',
        method: 'POST',
        route: '/api/auth/register',
        status: 201,
      });
      expect(refused).to.include({ method: 'GET', route: '/api/users', status: 403, code: 1003 });
      expect(stdout).not.to.match(/secret|chosen-by|ann|Bearer|eyJ|\$argon2/);
      expect(stderr).to.match(/Password +the value of ADMIN_PASSWORD/);
      expect(stderr).not.to.include('chosen-by-the-operator').and.not.include('#setup=');
    }));

  it('reports a port in use in one line, and creates no account whose password was never printed', () =>
    withAnyDatabase(async (start) => {
      const { port, close } = await takenPort();
      const refused = start({ PORT: String(port) });
      expect(await refused.ended).to.equal(2);
      expect(refused.written.stdout).to.equal('');
      expect(refused.written.stderr).to.equal(`PORT takes a free port: ${port} on 127.0.0.1 is already in use.\n`);
      close();
      const last = start();
      await last.listening;
      expect(passwordIn(last.written.stderr)).to.match(/^\w{16}$/);
    }));

  describe('if nothing listens at the address of the database', () => {
    const nowhere = { DATABASE_URL: 'postgres://user:pass-word@127.0.0.1:1/none' };

    it('is alive but not ready, refuses requests, logs the reason at each attempt to connect, and exits with 0 on SIGTERM', () =>
      withDirectory(async (_directory, start) => {
        const program = start(nowhere);
        const api = apiAt(await program.alive);
        expect(await api.get('/health/live')).to.include({ status: 200 });
        expect(await api.get('/health/ready')).to.include({ status: 503, code: 2001 });
        for (const path of ['/tags', '/menus/constant-routes']) {
          expect(await api.get(path), path).to.include({ status: 503, code: 2001, reason: 'not-ready' });
        }
        const login = await api.post('/auth/login', { username: 'admin', password: 'x' });
        expect(login).to.include({ status: 503, code: 2001, reason: 'not-ready' });
        const attempts = () => linesOf(program.written.stdout).filter(({ attempt }) => attempt !== undefined);
        while (attempts().length < 2) await sleep(50);
        for (const [index, seconds] of [0.25, 0.5].entries()) {
          expect(attempts()[index])
            .to.have.all.keys('level', 'time', 'attempt', 'msg')
            .and.include({
              level: 40,
              attempt: index + 1,
              msg: `The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1. Next attempt in ${seconds} s.`,
            });
        }
        expect(program.written.stdout).not.to.include('pass-word');
        expect(program.written.stderr).to.equal('');
        expect(await program.stop()).to.equal(0);
      }));
  });

  const secret = 'x'.repeat(32);
  const refused: readonly (readonly [
    variable: string,
    value: string,
    environment?: Readonly<Record<string, string>>,
  ])[] = [
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['JWT_SECRET', 'too-short-a-secret'],
    ['JWT_SECRET', '', { NODE_ENV: 'production', DATABASE_URL: 'postgres://u:pass-word@127.0.0.1:1/x' }],
    ['DATABASE_URL', 'mysql://u:pass-word@127.0.0.1/x', { JWT_SECRET: secret }],
    ['DATABASE_REPLICA_URLS', 'postgres://u:pass-word@127.0.0.1:1/x'],
    ['DATABASE_REPLICA_URLS', 'http://u:pass-word@127.0.0.1/x', { DATABASE_URL: 'postgres://127.0.0.1:1/x' }],
    ['ADMIN_USERNAME', 'ada lovelace'],
    ['ADMIN_USERNAME', 'ad'],
    ['ADMIN_USERNAME', '\u0430dmin'],
    ['ADMIN_EMAIL', 'ada'],
    ['ADMIN_PASSWORD', 'short'],
    ['ADMIN_PASSWORD', '12345678'],
    ['ADMIN_PASSWORD', 'x'.repeat(129)],
    ['DATA_DIR', '/dev/null/data'],
    ['DATABASE_OWNER_URL', 'postgres://owner:pass-word@127.0.0.1:1/x'],
    [
      'AUDIT_RETENTION',
      '1y',
      { DATABASE_URL: 'postgres://u@127.0.0.1:1/x', DATABASE_OWNER_URL: 'postgres://o@127.0.0.1:1/x' },
    ],
    ['AUDIT_RETENTION', '365d', { DATABASE_URL: 'postgres://u@127.0.0.1:1/x' }],
    ['EVENT_RETENTION', '365d', { DATABASE_URL: 'postgres://u@127.0.0.1:1/x' }],
    ['SEARCH_LANGUAGE', 'klingon'],
    ['ACCESS_TOKEN_TTL', '15'],
    ['TRUST_PROXY', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['METRICS_PORT', '70000'],
    ['METRICS_PORT', '4999', { PORT: '4999' }],
    ['METRICS_PORT', '3000', { PORT: '' }],
    ['SCHEDULE_SWEEP', '10'],
    ['PUBLIC_URL', 'example.com'],
    ['PUBLIC_URL', 'https://example.com/?x'],
    ['CONTENT_URL_TEMPLATE', 'articles/{slug}'],
    ['CONTENT_URL_TEMPLATE', '/articles'],
    ...[
      'nobody',
      'a@',
      '<a@example.com',
      'A <a@example.com> b',
      'a@example.com, b@example.com',
      'A, B <a@example.com>',
    ].map((sender) => ['MAIL_FROM', sender] as const),
    ['SHUTDOWN_GRACE', '1'],
  ];
  for (const [variable, value, environment = {}] of refused) {
    it(`does not start with ${variable}='${value}', and names in one line the values that are valid`, async () => {
      const { text, exitCode } = await refusalOf({ ...environment, [variable]: value });
      expect(exitCode).to.equal(2);
      expect(text).to.match(new RegExp(`^${variable} takes [^\\n]+$`));
      expect(text).not.to.match(/pass-word|too-short/);
    });
  }

  it('does not start if it cannot listen, and names the variable to change', async () => {
    const { port, close } = await takenPort();
    const metrics = { PORT: '0', METRICS_PORT: '0' };
    const unusable: readonly (readonly [environment: Readonly<Record<string, string>>, line: string])[] = [
      [{ PORT: '0', HOST: '192.0.2.1' }, "^HOST takes .*, not '192.0.2.1'\\.$"],
      [{ PORT: '0', HOST: 'no.such.host.invalid' }, "^HOST takes .*, not 'no.such.host.invalid'\\.$"],
      [
        { PORT: '0', METRICS_PORT: String(port) },
        `^METRICS_PORT takes a free port: ${port} on 127.0.0.1 is already in use\\.$`,
      ],
      [{ ...metrics, METRICS_HOST: '192.0.2.1' }, "^METRICS_HOST takes .*, not '192.0.2.1'\\.$"],
      [{ ...metrics, METRICS_HOST: 'no.such.host.invalid' }, "^METRICS_HOST takes .*, not 'no.such.*'\\.$"],
    ];
    for (const [environment, line] of unusable) {
      const { text, exitCode } = await refusalOf(environment);
      expect(exitCode, line).to.equal(2);
      expect(text).to.match(new RegExp(line));
    }
    close();
  });
});

/** Listens on a port of this machine. Returns the port, and a function that closes it. */
async function takenPort(): Promise<{ readonly port: number; readonly close: () => void }> {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  return { port, close: () => taken.close() };
}
