import { Writable } from 'node:stream';
import { expect } from 'chai';
import { logTo } from '../src/observability/log.ts';
import { expectNoLeak } from './support/leaks.ts';
import { aPerson, administrator, signingSecret, startService, type Person, type Service } from './support/service.ts';
import { openSession, refreshTokensOf, type Tokens } from './support/sessions.ts';
import { sendBytes, head } from './support/raw-socket.ts';

describe('Secrets (§7 rule 8)', () => {
  describe('in responses', () => {
    const leaks: Readonly<Record<string, string>> = {
      'a hash': '{"passwordHash":"$argon2id$v=19$m=19456"}',
      'a column': '{"password_hash":1}',
      'a failed query': 'QueryFailedError: x',
      'a table': 'relation "users" does not exist',
      'a stack': 'Error: x\\n    at Gate.identify (file:///srv/gate.js:10:5)',
      'a bare frame': 'at file:///srv/gate.js:10:5',
      'a path': '/home/app/main.js',
      'a package': '/srv/node_modules/x',
      'a refresh token': `00000000-0000-4000-8000-000000000000.${'a'.repeat(43)}.${'b'.repeat(43)}`,
    };
    for (const [kind, text] of Object.entries(leaks)) {
      it(`are detected by the client of every test: ${kind}`, () => {
        expect(() => expectNoLeak('/users', text)).to.throw();
      });
    }

    it('are not reported in harmless texts', () => {
      const ordinary = '{"message":"Look at this address.","at":"2026-11-21T10:23:12.000Z","routePath":"/home"}';
      expect(() => expectNoLeak('/users', ordinary)).not.to.throw();
    });
  });

  describe('in the log', () => {
    let service: Service;
    let person: Person;
    let tokens: readonly Tokens[];
    let log = '';

    before(async () => {
      const sink = new Writable({
        write: (chunk: Buffer, _encoding, done) => {
          log += chunk.toString();
          done();
        },
      });
      service = await startService({}, logTo(sink, 'trace'));
      person = await aPerson(service);
      tokens = await everythingThatHandlesSecrets(service, person);
    });
    after(() => service.stop());

    it('do not appear: no password, no token, no header, no key', () => {
      const secrets = [
        person.password,
        administrator.password,
        signingSecret,
        'the next password',
        'Bearer',
        'Authorization',
        '$argon2',
        ...tokens.flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken]),
      ];
      expect(tokens).to.have.lengthOf(2);
      for (const secret of secrets) expect(log.includes(secret), secret).to.equal(false);
      expect(log).not.to.match(/eyJ[\w-]+\.eyJ/);
    });

    it('do not appear in the line of a request, which has the request id of the caller', () => {
      const lines = log
        .trimEnd()
        .split('\n')
        .map((line): Record<string, unknown> => JSON.parse(line));
      const [line] = lines.filter(({ requestId }) => requestId === 'the-one-looked-for');
      expect(line).to.include({ method: 'POST', route: '/api/auth/login', status: 401 });
    });

    it('do not appear in internal errors, which are logged with their stack and not returned', () => {
      expect(log).to.include('no room for a session');
    });
  });
});

/**
 * Sends passwords and tokens in valid and invalid requests. The last request is a login that causes an internal error.
 * Returns the tokens that the service issued.
 */
async function everythingThatHandlesSecrets(service: Service, person: Person): Promise<readonly Tokens[]> {
  const { api, server } = service;
  const { pool } = server.database;
  const { username, password } = person;
  const first = await openSession(api, person);
  const second = await refreshTokensOf(api, first);
  await api.post('/auth/login', { username, password: `${password} ` }, { 'X-Request-Id': 'the-one-looked-for' });
  await api.post('/auth/login', `{"username":"${username}","password":"${password}"`);
  await api.post('/auth/login', { username, password }, { 'Content-Encoding': 'gzip' });
  await api.get(`/users?search=${encodeURIComponent(password)}&token=${second.accessToken}`);
  await api.as(second.accessToken).get('/nothing');
  await api.as(`${second.accessToken}x`).get('/auth/profile');
  await api.as(second.accessToken).put('/auth/password', { currentPassword: 'x', newPassword: 'the next password' });
  await service.admin.put(`/users/${person.id}/password`, { password: 'the next password' });
  await sendBytes(
    server.url,
    `${head('GET /api/users HTTP/1.1', `Authorization: Bearer ${second.accessToken}`)}BROKEN\r\n\r\n`,
  );
  await pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'no room for a session'; END $$`);
  await pool.query('CREATE TRIGGER fail BEFORE INSERT ON sessions EXECUTE FUNCTION fail()');
  const { status, code } = await api.post('/auth/login', { username, password: 'the next password' });
  expect([status, code]).to.deep.equal([500, 2001]);
  return [first, second];
}
