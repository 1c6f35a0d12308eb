import { expect } from 'chai';
import { jwtVerify } from 'jose';
import type { Api } from './support/api.ts';
import { tokenKeys } from './support/routes.ts';
import { aPerson, startService, unique, type Person, type Service } from './support/service.ts';

describe('§4.12: GET /access/forward', () => {
  let service: Service;
  let moderator: Person;
  before(async () => {
    service = await startService();
    moderator = await aPerson(service, ['MODERATOR', 'USER']);
  });
  after(() => service.stop());

  const ask = async (api: Api, query: string, headers?: Record<string, string>) => {
    const response = await api.send('GET', `/access/forward${query}`, undefined, headers);
    const named = (name: string) => response.headers.get(`X-Portcullis-${name}`);
    const challenge = response.headers.get('WWW-Authenticate');
    return { ...response, user: named('User'), username: named('Username'), roles: named('Roles'), challenge };
  };

  async function aKey(owner: Person, body: object): Promise<Api> {
    const { data } = await owner.api.post<{ key: string }>('/api-keys', { name: unique('key'), ...body });
    return service.api.as(data.key);
  }

  it('checkForward rule 2: says who the caller is, in headers and without a body', async () => {
    const { status, user, username, roles, headers } = await ask(moderator.api, '?role=MODERATOR');
    expect({ status, user, username, roles }).to.deep.equal({
      status: 200,
      user: moderator.id,
      username: moderator.username,
      roles: 'MODERATOR,USER',
    });
    expect(headers.get('Cache-Control')).to.equal('no-store');
    expect(headers.get('Content-Length')).to.equal('0');
  });

  it('checkForward rule 2: encodes a user name in the UTF-8 of the URL', async () => {
    const username = `李 ${unique()}`.replace(' ', '-');
    await service.admin.patch(`/users/${moderator.id}`, { username });
    expect((await ask(moderator.api, '?role=USER')).username).to.equal(encodeURIComponent(username));
  });

  const decisions: readonly (readonly [query: string, status: number])[] = [
    ['?permission=user.read', 200],
    ['?permission=user.read&permission=menu.read', 200],
    ['?permission=user.read&permission=menu.delete', 403],
    ['?permission=no.such', 403],
    ['?role=ADMIN', 403],
    ['?role=ADMIN&role=USER', 200],
    ['?role=USER&permission=user.read', 200],
    ['?role=ADMIN&permission=user.read', 403],
    ['?role=USER&permission=menu.delete', 403],
    ['?permission=', 400],
    ['?permission=&permission=user.read', 400],
    ['?role=', 400],
    ['', 403],
  ];
  for (const [query, status] of decisions) {
    it(`checkForward rule 1: responds with ${status} to ${query === '' ? 'no query' : query}`, async () => {
      const asked = await ask(moderator.api, query);
      expect(asked.status).to.equal(status);
      if (status !== 200) expect([asked.user, asked.username, asked.roles]).to.deep.equal([null, null, null]);
    });
  }

  it('checkForward rule 3: asks for a token that is missing or does not work', async () => {
    const query = '?permission=user.read';
    expect(await ask(service.api, query)).to.include({ status: 401, code: 1001, challenge: 'Bearer' });
    for (const token of ['x', 'ptc_x']) {
      const challenge = 'Bearer error="invalid_token"';
      expect(await ask(service.api.as(token), query)).to.include({ status: 401, code: 1103, challenge });
    }
    const gone = await aPerson(service, ['MODERATOR']);
    expect((await ask(gone.api, query)).status).to.equal(200);
    await gone.api.post('/auth/logout');
    expect(await ask(gone.api, query)).to.include({ status: 401, code: 1103 });
  });

  it('checkForward rule 4: accepts an API key by its permissions only', async () => {
    const key = await aKey(moderator, { permissions: ['user.read', 'menu.delete'] });
    const write = { 'X-Forwarded-Method': 'POST' };
    expect(await ask(key, '?permission=user.read', write)).to.include({ status: 200, user: moderator.id, roles: '' });
    expect(await ask(key, '?permission=menu.delete')).to.include({ status: 403, reason: 'permission-required' });
    expect(await ask(key, '?permission=user.read&role=USER')).to.include({ status: 403, reason: 'api-key-refused' });
    expect(await ask(key, '')).to.include({ status: 403, reason: 'unprotected-route' });
  });

  it('checkForward rule 4: accepts a key that is read-only if the method changes nothing', async () => {
    const key = await aKey(moderator, { permissions: ['user.read'], readOnly: true });
    const statusFor = async (headers?: Record<string, string>) =>
      (await ask(key, '?permission=user.read', headers)).status;
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      expect(await statusFor({ 'X-Forwarded-Method': method }), method).to.equal(200);
    }
    for (const method of ['POST', 'get', 'GET, POST', 'X']) {
      expect(await statusFor({ 'X-Forwarded-Method': method }), method).to.equal(403);
    }
    expect(await statusFor()).to.equal(403);
  });
});

describe('§4.12: GET /access/forward with the table of protected routes', () => {
  let service: Service;
  let moderator: Person;
  before(async () => {
    service = await startService({ trustProxy: 1 });
    moderator = await aPerson(service, ['MODERATOR']);
    const audience = 'service';
    const { status, message } = await service.admin.put('/access/routes', {
      routes: [
        { methods: ['GET'], path: '/public/*', audience, public: true },
        { methods: ['GET', 'OPTIONS'], path: '/users/:id', audience, permissions: ['user.read'] },
        { methods: ['GET'], path: '/users/admin', audience, roles: ['ADMIN'] },
        { methods: ['POST'], path: '/mine', audience, authenticated: true },
      ],
    });
    expect(status, message).to.equal(200);
  });
  after(() => service.stop());

  const ask = async (api: Api, method: string, target: string, query = '') => {
    const headers = { 'X-Forwarded-Method': method, 'X-Forwarded-Uri': target };
    const response = await api.send('GET', `/access/forward${query}`, undefined, headers);
    return { ...response, user: response.headers.get('X-Portcullis-User') };
  };

  it('checkForward rule 5: decides by the method and the path', async () => {
    const { api, id } = moderator;
    expect(await ask(api, 'GET', '/users/1?x=y')).to.include({ status: 200, user: id });
    expect(await ask(api, 'OPTIONS', '/users/1')).to.include({ status: 200, user: id });
    expect(await ask(api, 'POST', '/mine')).to.include({ status: 200, user: id });
    expect(await ask(service.api, 'POST', '/mine')).to.include({ status: 401, code: 1001 });
    for (const [method, target, reason] of [
      ['GET', '/users/admin', 'role-required'],
      ['PUT', '/users/1', 'unprotected-route'],
      ['OPTIONS', '/mine', 'unprotected-route'],
      ['GET', '/other', 'unprotected-route'],
      ['GET', '/public/..%2fusers/1', 'unprotected-route'],
      ['TRACE', '/public/x', 'unprotected-route'],
    ] as const) {
      expect(await ask(api, method, target), `${method} ${target}`).to.include({ status: 403, reason, user: null });
    }
  });

  it('checkForward rule 8: a public route needs no token, ignores a wrong one and identifies nobody', async () => {
    for (const api of [service.api, service.api.as('wrong'), moderator.api]) {
      expect(await ask(api, 'GET', '/public/a')).to.include({ status: 200, user: '' });
    }
  });

  it('checkForward rule 8: a route for every user refuses API keys, and one by permission accepts them', async () => {
    const { data } = await moderator.api.post<{ key: string }>('/api-keys', { name: 'k', permissions: ['user.read'] });
    const key = service.api.as(data.key);
    expect(await ask(key, 'POST', '/mine')).to.include({ status: 403, reason: 'api-key-refused' });
    expect(await ask(key, 'GET', '/users/1')).to.include({ status: 200, user: moderator.id });
  });

  it('checkForward rule 9: issues an assertion for the service, which is no access token; an access token is no assertion', async () => {
    const { headers } = await ask(moderator.api, 'GET', '/users/1');
    const assertion = headers.get('X-Portcullis-Assertion') ?? '';
    const [{ verifyingKey }] = tokenKeys;
    const expected = {
      typ: 'portcullis-assertion+jwt',
      audience: 'service',
      issuer: 'portcullis',
      currentDate: service.world.clock.now(),
    };
    const { payload } = await jwtVerify(assertion, verifyingKey, expected);
    expect(payload).to.deep.include({ sub: moderator.id, roles: ['MODERATOR'] });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).to.equal(60);
    expect(payload.jti).to.be.a('string');
    const again = (await ask(moderator.api, 'GET', '/users/1')).headers.get('X-Portcullis-Assertion');
    expect(again).not.to.equal(assertion);
    expect(await service.api.as(assertion).get('/auth/profile')).to.include({ status: 401, code: 1103 });
    expect(await ask(service.api.as(assertion), 'GET', '/users/1')).to.include({ status: 401, code: 1103 });
    const refused = await jwtVerify(moderator.api.token ?? '', verifyingKey, expected).catch(String);
    expect(refused).to.match(/typ/);
    const byQuery = await ask(moderator.api, 'GET', '/users/1', '?permission=user.read');
    expect(byQuery.headers.get('X-Portcullis-Assertion')).to.equal('');
  });

  it('the query replaces the table', async () => {
    expect((await ask(moderator.api, 'GET', '/public/a', '?role=ADMIN')).status).to.equal(403);
  });

  it('checkForward rule 10: a changed table counts for the next request, and If-Match finds an outdated one', async () => {
    const { data, headers } = await service.admin.get<{ routes: object[]; version: number }>('/access/routes');
    expect(headers.get('ETag')).to.equal(`"${data.version}"`);
    const set = (routes: readonly object[], version: number) =>
      service.admin.send('PUT', '/access/routes', { routes }, { 'If-Match': `"${version}"` });
    const added = { methods: ['GET'], path: '/new', audience: 'service', authenticated: true };
    expect((await ask(moderator.api, 'GET', '/new')).status).to.equal(403);
    expect((await set([...data.routes, added], data.version)).status).to.equal(200);
    expect((await ask(moderator.api, 'GET', '/new')).status).to.equal(200);
    expect(await set(data.routes, data.version)).to.include({ status: 412, reason: 'version-changed' });
    expect((await set(data.routes, data.version + 1)).status).to.equal(200);
    expect((await ask(moderator.api, 'GET', '/new')).status).to.equal(403);
  });

  it('checkForward rule 5: is refused without a trusted proxy, and the log says why', async () => {
    const logged: unknown[] = [];
    const open = await startService({ log: (entry) => logged.push(entry.refusal) });
    expect(await ask(open.admin, 'GET', '/public/a')).to.include({ status: 403, reason: 'unprotected-route' });
    expect(logged.at(-1)).to.equal('proxy-not-trusted');
    await open.stop();
  });
});
