import { expect } from 'chai';
import { requestObserver, logTo, readable } from '../src/observability/log.ts';
import { createMemoryLog, Screen, type Line, type MemoryLog } from './support/log-lines.ts';
import { aPerson, startService, unique, type Person, type Service } from './support/service.ts';
import { openSession, refresh, refreshTokensOf } from './support/sessions.ts';
import { sendBytes, head } from './support/raw-socket.ts';

const levels = { info: 30, warn: 40, error: 50 };

describe('The log', () => {
  let service: Service;
  let person: Person;
  let read: MemoryLog;

  before(async () => {
    read = createMemoryLog();
    service = await startService({ TRUST_PROXY: '1' }, read.log);
  });
  after(() => service.stop());
  beforeEach(async () => {
    person = await aPerson(service);
  });

  /** Sends a request with a new request id, and returns the log line of this request. */
  async function lineOf(send: (headers: Readonly<Record<string, string>>) => Promise<unknown>): Promise<Line> {
    const requestId = unique('id-');
    await send({ 'X-Request-Id': requestId });
    const lines = read.lines().filter((line) => line['requestId'] === requestId);
    expect(lines).to.have.lengthOf(1);
    return lines[0] ?? {};
  }
  const logIn = (account: object, headers: Readonly<Record<string, string>>) =>
    service.api.post('/auth/login', account, headers);

  it('has a line for a request: id, method, route template, status, user and duration, and nothing else', async () => {
    const line = await lineOf((headers) => person.api.get('/auth/sessions?token=secret', headers));
    expect(line).to.include({ level: levels.info, msg: 'request', method: 'GET', route: '/api/auth/sessions' });
    expect(line).to.include({ status: 200, userId: person.id });
    expect(line['durationMs']).to.be.a('number').above(0);
    const told = ['level', 'time', 'requestId', 'method', 'route', 'status', 'userId', 'durationMs', 'msg'];
    expect(Object.keys(line)).to.deep.equal(told);
  });

  it('has the id of the API key and its owner, even if the request is refused, but never the text of the key', async () => {
    const { data } = await person.api.post<{ apiKey: { id: string }; key: string }>('/api-keys', { name: 'logged' });
    const api = service.api.as(data.key);
    const caller = { userId: person.id, apiKeyId: data.apiKey.id };
    const used = await lineOf((headers) => api.get('/auth/permissions', headers));
    expect(used).to.include({ status: 200, ...caller });
    const lacking = await lineOf((headers) => api.get('/roles', headers));
    expect(lacking).to.include({ refusal: 'permission-required', ...caller });
    const refused = await lineOf((headers) => api.get('/auth/sessions', headers));
    expect(refused).to.include({ refusal: 'api-key-refused', ...caller });
    const path = await lineOf((headers) => service.api.get(`/nothing/${data.key}`, headers));
    expect(path['path']).to.equal('/api/nothing/[redacted]');
    const wrong = await lineOf((headers) => service.api.as(`${data.key}x`).get('/auth/permissions', headers));
    expect(wrong).to.include({ status: 401 }).and.not.have.any.keys('userId', 'apiKeyId');
    expect(JSON.stringify([used, lacking, refused, path, wrong])).not.to.include(data.key);
  });

  it('has no user without a token; for an unknown route it has the path, without query and tokens', async () => {
    const token = person.api.token;
    const line = await lineOf((headers) => service.api.get(`/nothing/${token}?key=secret`, headers));
    expect(line).not.to.have.any.keys('userId', 'route');
    expect(line['path']).to.equal('/api/nothing/[redacted]');
    expect(line).to.include({ status: 404, code: 1004, refusal: 'unknown-route', msg: 'refused: unknown-route' });
  });

  it('has the route of the console without the path of the page', async () => {
    const line = await lineOf((headers) => fetch(`${service.server.url}/admin/users`, { headers }));
    expect(line).to.include({ route: '/admin' }).and.not.have.property('path');
  });

  it('has neither the path nor its secrets if the method is wrong', async () => {
    const line = await lineOf((headers) => service.api.post('/previews/secret-token', {}, headers));
    expect(line).to.include({ status: 405, refusal: 'method-not-allowed' }).and.not.have.property('path');
  });

  it('has the user of a login', async () => {
    const { username, password } = person;
    const line = await lineOf((headers) => logIn({ username, password }, headers));
    expect(line).to.include({ route: '/api/auth/login', status: 200, userId: person.id });
  });

  it('has the user of a registration', async () => {
    const account = { username: unique(), email: `${unique()}@example.com`, password: 'a long password' };
    const line = await lineOf((headers) => service.api.post('/auth/register', account, headers));
    expect(line['userId']).to.match(/^[\da-f-]{36}$/);
  });

  it('has the reason and the account of a failed login, which the response does not reveal', async () => {
    const disabled = await aPerson(service);
    await service.admin.patch(`/users/${disabled.id}`, { status: 0 });
    const { username } = person;
    const common = { level: levels.info, status: 401, code: 1101 };
    const wrong = await lineOf((headers) => logIn({ username, password: 'wrong' }, headers));
    expect(wrong).to.include({ ...common, refusal: 'wrong-password', userId: person.id });
    const off = await lineOf((headers) => logIn(disabled, headers));
    expect(off).to.include({ ...common, refusal: 'account-disabled', userId: disabled.id });
    const unknown = await lineOf((headers) => logIn({ username: 'my-password-by-mistake', password: 'x' }, headers));
    expect(unknown)
      .to.include({ ...common, refusal: 'unknown-account' })
      .and.not.have.any.keys('userId');
    expect(JSON.stringify(unknown)).not.to.include('mistake');
  });

  it('has one line when an account is locked for an address, and names the limit in the line of each refused login', async () => {
    const { username } = person;
    const address = '198.51.100.7';
    const fail = () => logIn({ username, password: 'wrong' }, { 'X-Forwarded-For': address });
    for (let failures = 1; failures < 10; failures += 1) await fail();
    const locks = () => read.lines().filter(({ msg, userId }) => msg === 'login locked' && userId === person.id);
    expect(locks()).to.deep.equal([]);
    await fail();
    const line = await lineOf((headers) => logIn(person, { ...headers, 'X-Forwarded-For': address }));
    expect(line).to.include({ status: 429, code: 1029, limit: 'login', userId: person.id });
    expect(locks()).to.have.lengthOf(1);
    expect(locks()[0]).to.include({ level: levels.warn, limit: 'login', ipAddress: address });
  });

  it('warns of a reused refresh token, with its user', async () => {
    const first = await openSession(service.api, person);
    await refreshTokensOf(service.api, await refreshTokensOf(service.api, first));
    await refresh(service.api, first.refreshToken);
    expect(read.last({ refusal: 'refresh-token-reused' })).to.include({
      level: levels.warn,
      status: 401,
      code: 1103,
      userId: person.id,
    });
  });

  it('names the check that refused a caller', async () => {
    const role = await lineOf((headers) => person.api.post('/roles', {}, headers));
    expect(role).to.include({ status: 403, code: 1003, refusal: 'role-required', userId: person.id });
    const none = await lineOf((headers) => service.api.get('/users', headers));
    expect(none).to.include({ status: 401, code: 1001, refusal: 'token-missing' });
  });

  it('has a line for requests that are refused before routing, with the request id of the caller if there is one', async () => {
    const url = service.server.url;
    const requestId = unique('id-');
    await sendBytes(url, `GET /api/health/live HTTP/1.1\r\nX-Request-Id: ${requestId}\r\n\r\n`);
    expect(read.last({ requestId })).to.include({ status: 400, code: 1000, refusal: 'malformed-request' });
    await sendBytes(url, head('POST /api/auth/login HTTP/1.1', `X-Request-Id: ${requestId}`, 'Expect: a miracle'));
    expect(read.last({ requestId })).to.include({ status: 417, code: 1000, refusal: 'expectation-failed' });
    await sendBytes(url, head('GET / HTTP/1.1', `A: ${'a'.repeat(20_000)}`));
    expect(read.last({ refusal: 'headers-too-large' })).to.include({ status: 431, code: 1000 });
    await sendBytes(url, 'nonsense\r\n\r\n');
    expect(read.last({ refusal: 'malformed-request' }))
      .to.include({ status: 400 })
      .and.not.have.property('method');
  });
});

describe('Secrets in the log (§7.8)', () => {
  const hash = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA';
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
  const token = `00000000-0000-4000-8000-000000000000.${'a'.repeat(43)}.${'b'.repeat(43)}`;

  function lineOf(error: unknown): string {
    let text = '';
    logTo({ write: (line: string) => void (text += line) }, 'info').error({ err: error }, 'failed');
    return text;
  }

  it('do not come from properties that libraries add to errors: parameters, arguments, addresses', () => {
    const error = Object.assign(new Error('insert failed'), {
      query: 'INSERT INTO users VALUES ($1, $2)',
      parameters: ['ada@example.com', hash],
      command: { name: 'auth', args: ['redis-password'] },
      driverError: { detail: 'Key (email)=(ada@example.com) already exists.' },
      code: '23505',
    });
    const line = lineOf(new Error('outer', { cause: error }));
    expect(line).not.to.match(/ada@|argon2|redis-password/);
    expect(JSON.parse(line).err).to.have.all.keys('type', 'message', 'stack');
    expect(JSON.parse(lineOf(error)).err).to.have.all.keys('type', 'code', 'message', 'stack');
  });

  for (const [kind, secret] of Object.entries({
    'a hash': hash,
    'an access token': jwt,
    'a refresh token': token,
    'a header': `Bearer ${jwt}`,
    'the password in a URL': 'postgres://user:pass-word@127.0.0.1/db',
  })) {
    it(`are redacted in the text of an error and of its causes: ${kind}`, () => {
      for (const error of [new Error(`No: ${secret}.`), new Error('x', { cause: new Error(secret) }), secret]) {
        const line = lineOf(error);
        expect(line).to.include('[redacted]');
        expect(line).not.to.match(/\$argon2|eyJ|aaaa|pass-word/);
      }
    });
  }

  it('are redacted without losing the causes of an error', () => {
    const { err } = JSON.parse(lineOf(new Error('the read failed', { cause: new Error('connection refused') })));
    expect(err.stack).to.include('the read failed').and.include('caused by: Error: connection refused');
  });
});

describe('The log on a terminal', () => {
  const entry = { requestId: 'r', method: 'GET', route: '/api/users/:id', status: 200, durationMs: 1.5 };

  it('has one readable line for each request', async () => {
    const screen = new Screen();
    const log = logTo(await readable(screen), 'info');
    requestObserver(log, () => undefined)({ ...entry, userId: undefined });
    requestObserver(
      log,
      () => undefined,
    )({
      ...entry,
      status: 403,
      userId: undefined,
      code: 1003,
      refusal: 'role-required',
      limit: undefined,
      internalError: undefined,
    });
    requestObserver(
      log,
      () => undefined,
    )({
      ...entry,
      route: undefined,
      path: '/api/user',
      status: 404,
      userId: undefined,
      code: 1004,
      refusal: 'unknown-route',
      limit: undefined,
      internalError: undefined,
    });
    log.info('ready');
    await new Promise((resolve) => screen.once('drain', resolve).end(resolve));
    const lines = screen.text.trimEnd().split('\n');
    expect(lines).to.have.lengthOf(4);
    expect(lines[0]).to.match(/^\[[\d:]{8}] INFO: request GET \/api\/users\/:id 200 in 1\.5 ms$/);
    expect(lines[1]).to.match(/INFO: refused: role-required GET \/api\/users\/:id 403 in 1\.5 ms \{.*1003.*}$/);
    expect(lines[2]).to.match(/INFO: refused: unknown-route GET \/api\/user 404 in 1\.5 ms/);
    expect(lines[3]).to.match(/INFO: ready$/);
  });
});
