import { expect } from 'chai';
import { apiAt } from './support/api.ts';
import { withDirectory } from './support/process.ts';
import { loggedIn } from './support/service.ts';

const passwordIn = (text: string) => /Password +(\S+)/.exec(text)?.[1];

describe('the program', () => {
  it('tells where it listens, where its data lies and, once, the first password; and stops with 0 when asked to', () =>
    withDirectory(async (directory, start) => {
      const first = start();
      const url = await first.listening;
      const { stderr } = first.written;
      const password = passwordIn(stderr) ?? '';
      expect(stderr).to.include(url).and.include(directory);
      expect(password).to.match(/^\w{16}$/);
      const admin = await loggedIn(apiAt(url), { username: 'admin', password });
      expect(await admin.get('/auth/profile')).to.include({ status: 200 });
      expect(await first.stop()).to.equal(0);

      const second = start();
      const again = apiAt(await second.listening);
      expect(second.written.stderr).to.include(directory).and.not.include(password);
      expect(passwordIn(second.written.stderr)).to.equal(undefined);
      await loggedIn(again, { username: 'admin', password });
      expect(await second.stop()).to.equal(0);
    }));

  it('logs one JSON line a request on standard output, and nothing secret', () =>
    withDirectory(async (_directory, start) => {
      const program = start({ ADMIN_PASSWORD: 'chosen-by-the-operator' });
      const api = apiAt(await program.listening);
      const account = { username: 'ann.b', email: 'ann@example.com', password: 'secret-of-ann' };
      await api.post('/auth/register', account, { 'X-Request-Id': 'traced-1' });
      const ann = await loggedIn(api, account);
      await ann.get('/users?search=secret-search');
      await program.stop();

      const { stdout, stderr } = program.written;
      const lines = stdout
        .trim()
        .split('\n')
        .map((line): unknown => JSON.parse(line));
      expect(lines).to.have.lengthOf(3);
      expect(lines[0]).to.include({ requestId: 'traced-1', method: 'POST', route: '/api/auth/register', status: 201 });
      expect(lines[2]).to.include({ method: 'GET', route: '/api/users', status: 403 });
      expect(stdout).not.to.match(/secret|chosen-by|ann|Bearer|eyJ|\$argon2/);
      expect(stderr).not.to.include('chosen-by-the-operator');
    }));

  it('does not start on a directory that another one uses, and says which', () =>
    withDirectory(async (directory, start) => {
      const first = start();
      const url = await first.listening;
      const second = start();
      expect(await second.ended).to.equal(1);
      expect(second.written.stderr.trim())
        .to.match(/^.*Process \d+ is using .*$/)
        .and.include(directory);
      expect(await apiAt(url).get('/health/ready')).to.include({ status: 200 });
    }));

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
    ['ADMIN_PASSWORD', 'short'],
    ['ACCESS_TOKEN_TTL', '15'],
    ['TRUST_PROXY', 'yes'],
    ['LOG_LEVEL', 'loud'],
  ];
  for (const [variable, value, environment = {}] of refused) {
    it(`does not start with ${variable}='${value}', and names the variable and what it takes in one line`, () =>
      withDirectory(async (_directory, start) => {
        const program = start({ ...environment, [variable]: value });
        expect(await program.ended).to.equal(1);
        expect(program.written.stdout).to.equal('');
        expect(program.written.stderr).to.match(new RegExp(`^${variable} takes [^\\n]+\\n$`));
        expect(program.written.stderr).not.to.match(/pass-word|too-short/);
      }));
  }
});
