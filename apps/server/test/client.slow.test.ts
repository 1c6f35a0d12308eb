import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { createClient, PortcullisError, tokensIn, tokensInMemory, type Client } from '@portcullis/client';
import { expect } from 'chai';
import { build } from 'esbuild';
import { root } from './architecture/files.ts';
import { aPerson, sharedService, type Person, type Service } from './support/service.ts';
import {
  sessionEndedResult,
  backdateLastRefresh,
  expired,
  openSession,
  refreshTokensOf,
  accessTokenResult,
  type Tokens,
} from './support/sessions.ts';

/** Expects that a call is refused, and returns the error. */
async function refusalOf(promise: Promise<unknown>): Promise<PortcullisError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof PortcullisError) return error;
    throw error;
  }
  return expect.fail('nothing was refused');
}

describe('@portcullis/client', () => {
  let service: Service;
  let person: Person;
  let opened: Tokens;
  let sent: string[];
  let ends: number;
  let tokens: ReturnType<typeof tokensInMemory>;
  let client: Client;

  const countedFetch = (request: Request): Promise<Response> => {
    sent.push(`${request.method} ${new URL(request.url).pathname}`);
    return fetch(request);
  };
  const times = (call: string): number => sent.filter((each) => each === call).length;
  const aClient = (store = tokens, send = countedFetch): Client =>
    createClient({
      baseUrl: service.server.url,
      tokens: store,
      fetch: send,
      onSessionEnded: () => {
        ends += 1;
      },
    });
  const stored = async (): Promise<Tokens> => ({
    expiresIn: '',
    ...((await tokens.read()) ?? expect.fail('nothing is stored')),
  });
  const profile = (): Promise<{ readonly username: string }> => client.get('/api/auth/profile');

  beforeEach(async () => {
    service = await sharedService();
    person = await aPerson(service);
    opened = await openSession(service.api, person);
    sent = [];
    ends = 0;
    tokens = tokensInMemory();
    client = aClient();
  });

  it('logs in, calls with the token, and logs out', async () => {
    const { username, password } = person;
    expect(await client.login({ username, password })).to.deep.equal({ id: person.id, username, roles: ['USER'] });
    expect(await profile()).to.include({ username });
    const used = await stored();
    await client.logout();
    expect(await tokens.read()).to.equal(undefined);
    expect(await accessTokenResult(service.api, used)).to.deep.equal(sessionEndedResult);
    expect(await refusalOf(profile())).to.include({ status: 401, code: 1001 });
    expect(ends).to.equal(0);
  });

  it('stores no tokens after a refused login', async () => {
    const login = client.login({ email: person.email, password: 'not this one' });
    expect(await refusalOf(login)).to.include({ status: 401, code: 1101 });
    expect(await tokens.read()).to.equal(undefined);
  });

  it('returns the data of a list, a creation and a deletion', async () => {
    await tokens.write({ accessToken: service.admin.token ?? '', refreshToken: '' });
    const role = await client.post('/api/roles', { body: { code: 'CLIENT_ROLE', name: 'Of the client' } });
    const query = { search: 'of the CLIENT', pageSize: 1 };
    expect(await client.get('/api/roles', { params: { query } })).to.deep.equal({
      items: [role],
      total: 1,
      page: 1,
      pageSize: 1,
    });
    const params = { path: { id: role.id } };
    expect(await client.patch('/api/roles/{id}', { params, body: { status: 0 } })).to.include({ status: 0 });
    expect(await client.delete('/api/roles/{id}', { params })).to.equal(null);
    expect(await client.get('/api/openapi.json')).to.include({ openapi: '3.1.1' });
  });

  describe('when the access token has expired', () => {
    beforeEach(() => tokens.write(expired(opened)));

    it('makes one refresh for 50 parallel calls, which all succeed', async () => {
      const profiles = await Promise.all(Array.from({ length: 50 }, profile));
      expect(profiles.map(({ username }) => username)).to.deep.equal(Array(50).fill(person.username));
      expect(times('POST /api/auth/refresh')).to.equal(1);
      expect(times('GET /api/auth/profile')).to.equal(100);
    });

    it('replaces both tokens, and uses the new ones', async () => {
      await profile();
      const renewed = await stored();
      expect(renewed.refreshToken).not.to.equal(opened.refreshToken);
      sent = [];
      await profile();
      expect(sent).to.deep.equal(['GET /api/auth/profile']);
      await tokens.write(expired(renewed));
      expect(await profile()).to.include({ username: person.username });
    });

    it('sends the same body again', async () => {
      const changed = await client.patch('/api/auth/profile', { body: { nickName: 'Twice' } });
      expect(changed).to.include({ nickName: 'Twice' });
      expect(times('PATCH /api/auth/profile')).to.equal(2);
    });

    it('uses the tokens that another tab has stored meanwhile instead of refreshing again', async () => {
      const other = await openSession(service.api, person);
      client = aClient(tokens, async (request) => {
        const response = await countedFetch(request);
        if (response.status === 401) await tokens.write(other);
        return response;
      });
      expect(await profile()).to.include({ username: person.username });
      expect(sent).to.deep.equal(['GET /api/auth/profile', 'GET /api/auth/profile']);
    });

    it('lets two tabs refresh at the same time and continue in the same session', async () => {
      const tabs = [client, aClient()];
      await Promise.all(tabs.map((tab) => tab.get('/api/auth/profile')));
      await Promise.all(tabs.map((tab) => tab.get('/api/auth/profile')));
      expect(ends).to.equal(0);
    });

    it('drops the session when the refresh is refused, and notifies only once for all calls', async () => {
      await service.api.as(opened.accessToken).post('/auth/logout');
      const refusals = await Promise.all(Array.from({ length: 10 }, () => refusalOf(profile())));
      expect(new Set(refusals.map(({ code }) => code))).to.deep.equal(new Set([1103]));
      expect([await tokens.read(), ends, times('POST /api/auth/refresh')]).to.deep.equal([undefined, 1, 1]);
    });

    it('keeps the session if the refresh gets no response', async () => {
      client = aClient(tokens, (request) =>
        request.url.endsWith('/refresh') ? Promise.reject(new TypeError('offline')) : countedFetch(request),
      );
      const failures = await Promise.allSettled([profile(), profile()]);
      expect(failures.map((each) => each.status === 'rejected' && String(each.reason))).to.deep.equal(
        Array(2).fill('TypeError: offline'),
      );
      client = aClient();
      expect(await profile()).to.include({ username: person.username });
      expect(ends).to.equal(0);
    });

    it('stays logged out after a logout during a refresh', async () => {
      client = aClient(tokens, async (request) => {
        const response = await countedFetch(request);
        if (request.url.endsWith('/refresh')) await tokens.write(undefined);
        return response;
      });
      expect(await refusalOf(profile())).to.include({ code: 1102 });
      expect([await tokens.read(), ends]).to.deep.equal([undefined, 0]);
    });

    it('keeps a login that happened during a refresh', async () => {
      const other = await openSession(service.api, person);
      client = aClient(tokens, async (request) => {
        const response = await countedFetch(request);
        if (request.url.endsWith('/refresh')) await tokens.write(other);
        return response;
      });
      await profile();
      expect(await tokens.read()).to.equal(other);
    });

    it('can still log out', async () => {
      await client.logout();
      expect((await service.api.post('/auth/refresh', { refreshToken: opened.refreshToken })).code).to.equal(1103);
    });
  });

  it('repeats a call at most twice', async () => {
    await tokens.write(expired(opened));
    client = aClient(tokens, async (request) => {
      if (!request.url.endsWith('/refresh')) return countedFetch(request);
      return Response.json({ code: 0, data: { token: expired(opened) } });
    });
    expect(await refusalOf(profile())).to.include({ code: 1102 });
    expect(times('GET /api/auth/profile')).to.equal(3);
  });

  it('refreshes with the stored token if the tokens of another tab have expired too', async () => {
    await tokens.write(expired(opened));
    const other = await openSession(service.api, person);
    client = aClient(tokens, async (request) => {
      const response = await countedFetch(request);
      if (times('GET /api/auth/profile') === 1) await tokens.write(expired(other));
      return response;
    });
    expect(await profile()).to.include({ username: person.username });
    expect(times('POST /api/auth/refresh')).to.equal(1);
    expect((await stored()).refreshToken).not.to.equal(opened.refreshToken);
  });

  it('refreshes with the newest stored refresh token, not with the one that the call began with', async () => {
    const renewed = await refreshTokensOf(service.api, opened);
    await tokens.write(expired(opened));
    client = aClient(tokens, async (request) => {
      const response = await countedFetch(request);
      // Another tab has refreshed, but its access token has not arrived in this store.
      if (times('GET /api/auth/profile') === 1)
        await tokens.write({ ...(await stored()), refreshToken: renewed.refreshToken });
      return response;
    });
    await backdateLastRefresh(service.server, opened, 60);
    expect(await profile()).to.include({ username: person.username });
    expect(ends).to.equal(0);
  });

  it('does not overwrite the tokens of another tab with the response to an older refresh', async () => {
    const store = tokensInMemory();
    await store.write(expired(opened));
    let newest: Tokens | undefined;
    const suspended = aClient(store, async (request) => {
      const response = await countedFetch(request);
      if (request.url.endsWith('/refresh') && newest === undefined) {
        newest = await refreshTokensOf(service.api, await refreshTokensOf(service.api, opened));
        await store.write(newest);
      }
      return response;
    });
    await suspended.get('/api/auth/profile');
    expect(await store.read()).to.deep.equal(newest);
  });

  it('drops a session that was ended elsewhere, and notifies once', async () => {
    await tokens.write(opened);
    await service.admin.put(`/users/${person.id}/password`, { password: 'set by somebody else' });
    const refusals = await Promise.all([refusalOf(profile()), refusalOf(profile())]);
    expect(refusals.map(({ code }) => code)).to.deep.equal([1103, 1103]);
    expect([await tokens.read(), ends, times('POST /api/auth/refresh')]).to.deep.equal([undefined, 1, 0]);
    await client.logout();
  });

  it('drops a session whose refresh token somebody else has used', async () => {
    await refreshTokensOf(service.api, await refreshTokensOf(service.api, opened));
    await backdateLastRefresh(service.server, opened, 60);
    await tokens.write(expired(opened));
    expect(await refusalOf(profile())).to.include({ code: 1103 });
    expect([await tokens.read(), ends]).to.deep.equal([undefined, 1]);
  });

  it('throws an error with the request, the reason, the code and the errors of a refusal', async () => {
    const refusal = await refusalOf(
      client.post('/api/auth/register', {
        body: { email: 'nowhere', username: 'x', password: 'long enough' },
        headers: { 'X-Request-Id': 'from-the-client' },
      }),
    );
    expect(refusal).to.include({
      name: 'PortcullisError',
      method: 'POST',
      path: '/api/auth/register',
      status: 400,
      code: 1005,
      reason: 'validation-failed',
      requestId: 'from-the-client',
    });
    expect(refusal.message).to.match(/\w/);
    const fields = Array.isArray(refusal.errors) ? refusal.errors.map(({ field }) => field) : [];
    expect(fields).to.have.members(['email', 'username']);
  });

  it('throws an error that lists the unknown ids', async () => {
    await tokens.write({ accessToken: service.admin.token ?? '', refreshToken: '' });
    const missing = '00000000-0000-4000-8000-000000000000';
    const params = { path: { roleId: missing } };
    const call = client.post('/api/roles/{roleId}/menus', { params, body: { menuIds: [] } });
    const path = '/api/roles/{roleId}/menus';
    expect(await refusalOf(call)).to.include({ path, status: 404, code: 1201, reason: 'role-not-found' });
    const set = client.patch('/api/users/{id}', { params: { path: { id: person.id } }, body: { roleIds: [missing] } });
    expect((await refusalOf(set)).errors).to.deep.equal({ missingIds: [missing] });
  });

  it('throws an error without a code for a response of a proxy, and does not change errors of fetch', async () => {
    const page = '<html>busy</html>';
    client = aClient(tokens, async () => new Response(page, { status: 502, statusText: 'Bad Gateway' }));
    expect(await refusalOf(profile())).to.include({
      method: 'GET',
      status: 502,
      code: undefined,
      reason: undefined,
      requestId: undefined,
    });
    client = aClient(tokens, async () => new Response(page));
    expect(await refusalOf(profile())).to.include({ status: 200, code: undefined, errors: null });
    client = createClient({ baseUrl: 'http://127.0.0.1:9' });
    const failure: unknown = await profile().catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(TypeError);
  });

  for (const ending of ['/', '/api', '/api/']) {
    it(`accepts a base URL that ends in ${ending}`, async () => {
      const { username } = await createClient({ baseUrl: service.server.url + ending }).login(person);
      expect(username).to.equal(person.username);
    });
  }

  it('aborts a call with its signal', async () => {
    const call = client.get('/api/health/live', { signal: AbortSignal.abort() });
    expect(await call.catch((error: unknown) => error)).to.include({ name: 'AbortError' });
  });

  it('shares a session between tabs through their storage', async () => {
    const items = new Map<string, string>();
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    };
    const here = aClient(tokensIn(storage));
    const there = aClient(tokensIn(storage));
    await here.login(person);
    expect(await there.get('/api/auth/profile')).to.include({ username: person.username });
    await there.logout();
    expect(items.size).to.equal(0);
    items.set('portcullis.tokens', 'not ours');
    expect(await refusalOf(here.get('/api/auth/profile'))).to.include({ code: 1001 });
    await refusalOf(here.get('/api/auth/profile'));
    expect(ends).to.equal(0);
    await here.login(person);
    await here.get('/api/auth/profile');
    await there.logout();
    for (let call = 0; call < 2; call += 1) await refusalOf(here.get('/api/auth/profile'));
    expect(ends).to.equal(1);
  });

  it('uses only globals that browsers have', async function () {
    const { outputFiles } = await build({
      stdin: { contents: `export * from '@portcullis/client'`, resolveDir: join(root, 'apps/server') },
      bundle: true,
      minify: true,
      write: false,
      platform: 'browser',
      format: 'iife',
      globalName: 'portcullis',
    });
    const bundle = outputFiles[0]?.text ?? '';
    if (this.test) this.test.title += ` (${bundle.length} bytes minified)`;
    const browser = {
      fetch: countedFetch,
      Request,
      Response,
      Headers,
      FormData,
      URLSearchParams,
      AbortController,
      TextDecoder,
      setTimeout,
      clearTimeout,
    };
    const { createClient: createInBrowser }: { createClient: typeof createClient } = runInNewContext(
      `${bundle}; portcullis`,
      browser,
    );
    client = createInBrowser({ baseUrl: service.server.url });
    await client.login(person);
    expect(await profile()).to.include({ username: person.username });
  });
});
