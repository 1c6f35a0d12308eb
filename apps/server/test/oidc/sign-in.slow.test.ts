import type { LoggedIn } from '@portcullis/application/internal/auth/sessions/start-session';
import {
  createClient,
  factorChallengeOf,
  PortcullisError,
  readSignInResult,
  startSignIn,
  tokensInMemory,
  type SignInIntent,
} from '@portcullis/client';
import { expect } from 'chai';
import { totpCodeOf } from '../../src/adapters/totp-codes.ts';
import { freePort } from '../support/machine.ts';
import { logInAs, startService, unique, type Service } from '../support/service.ts';
import { anAddress, aSecret, openBrowser, pageOrigin, startAddress, type Browser } from './browser.ts';
import { openProvider, type Person, type RealProvider } from './real-provider.ts';

interface Identity {
  readonly id: string;
  readonly provider: string | null;
  readonly issuer: string;
}

describe('Sign-in with OpenID Connect at a real provider', () => {
  let provider: RealProvider;
  let service: Service;

  before(async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    provider = await openProvider(['corp', 'closed'].map((key) => `${url}/api/auth/oidc/${key}/callback`));
    const of = (key: string, settings: Readonly<Record<string, string>>) =>
      Object.fromEntries(
        Object.entries({
          ISSUER: provider.issuer,
          CLIENT_ID: provider.clientId,
          CLIENT_SECRET: provider.clientSecret,
          ...settings,
        }).map(([name, value]) => [`OIDC_${key}_${name}`, value]),
      );
    service = await startService({
      PORT: `${port}`,
      PUBLIC_URL: url,
      TRUST_PROXY: '1',
      CORS_ORIGINS: pageOrigin,
      OIDC_PROVIDERS: 'corp,closed',
      ...of('CORP', {
        NAME: 'Corporation',
        SIGN_UP: 'true',
        ROLE_MAP: '{"editors":["MODERATOR"]}',
        ATTRIBUTES: 'region=address.region',
      }),
      ...of('CLOSED', {}),
    });
  });

  after(async () => {
    await service.stop();
    await provider.close();
  });

  const aPerson = (given: Partial<Person> = {}): Person => {
    const sub = unique('sub-');
    return { sub, email: `${sub}@example.com`, email_verified: true, preferred_username: sub, ...given };
  };
  /** Signs the person in at the provider. @returns the verifier, and the parameters of the redirect to the page */
  const signIn = async (person: Person | undefined, key = 'corp', browser: Browser = openBrowser()) => {
    provider.person = person;
    const { verifier, challenge } = aSecret();
    const end = await browser.open(startAddress(service.server.url, key, challenge, `${pageOrigin}/log-in?a=b#c`));
    if (!(end instanceof URL)) return expect.fail(`${end.status} ${await end.text()}`);
    expect(`${end.origin}${end.pathname}${end.hash}`).to.equal(`${pageOrigin}/log-in#c`);
    expect(end.searchParams.get('a')).to.equal('b');
    return { verifier, ticket: end.searchParams.get('ticket') ?? '', error: end.searchParams.get('error') };
  };
  const exchange = (proof: { readonly ticket: string; readonly verifier: string }) =>
    service.api.post<LoggedIn>('/auth/oidc/exchange', { ticket: proof.ticket, verifier: proof.verifier }, anAddress());

  it('lists the providers', async () => {
    expect((await service.api.get('/auth/providers')).data).to.deep.equal([
      { key: 'corp', name: 'Corporation' },
      { key: 'closed', name: 'closed' },
    ]);
  });

  it('creates an account at the first sign-in, and logs in to this account with its roles', async () => {
    const region = { name: 'region', label: 'Region', type: 'string', readableBy: 'self', writableBy: 'admin' };
    await service.admin.put('/user-attributes', { attributes: [region] });
    const person = aPerson({ groups: ['editors', 'others'], address: { region: 'North' } });
    const first = await exchange(await signIn(person));
    expect(first.status, first.message).to.equal(200);
    expect(first.data.user).to.deep.include({ username: person.preferred_username, roles: ['MODERATOR', 'USER'] });
    const api = service.api.as(first.data.token.accessToken);
    const { data: profile } = await api.get<{ email: string; roles: string[] }>('/auth/profile');
    expect(profile).to.deep.include({
      email: person.email,
      roles: ['MODERATOR', 'USER'],
      attributes: { region: 'North' },
    });
    const second = await exchange(await signIn({ ...person, groups: [], email: `${unique('new-')}@example.com` }));
    expect(second.data.user).to.deep.equal({ ...first.data.user, roles: ['USER'] });
    const { data: records } = await service.admin.get<{ total: number }>(
      `/audit-logs?resourceId=${first.data.user.id}`,
    );
    expect(records.total).to.equal(2);
  });

  it('creates one account if one person signs in 20 times at once for the first time', async () => {
    const person = aPerson();
    const proofs = await Promise.all(Array.from({ length: 20 }, () => signIn(person)));
    const responses = await Promise.all(proofs.map(exchange));
    expect(responses.map(({ status, reason }) => reason ?? status)).to.deep.equal(responses.map(() => 200));
    expect(new Set(responses.map(({ data }) => data.user.id)).size).to.equal(1);
    const api = service.api.as(responses[0]?.data.token.accessToken ?? '');
    expect((await api.get<{ total: number }>('/auth/sessions')).data.total).to.equal(20);
    expect((await api.get<Identity[]>('/auth/identities')).data).to.have.length(1);
  });

  it('gives people with the same name accounts of their own if they sign in at once', async () => {
    const name = unique('namesake-');
    const proofs: Awaited<ReturnType<typeof signIn>>[] = [];
    for (let count = 0; count < 10; count += 1) proofs.push(await signIn(aPerson({ preferred_username: name })));
    const responses = await Promise.all(proofs.map(exchange));
    expect(responses.map(({ status, reason }) => reason ?? status)).to.deep.equal(responses.map(() => 200));
    const names = responses.map(({ data }) => data.user.username);
    expect([new Set(names).size, names.includes(name)]).to.deep.equal([10, true]);
  });

  it('lets people without a password add a factor, after a fresh sign-in if the last one was long ago', async () => {
    const person = aPerson();
    const { data } = await exchange(await signIn(person));
    const api = service.api.as(data.token.accessToken);
    expect((await api.get<object>('/auth/profile')).data).to.include({ hasPassword: false });
    const enrol = () => api.post<{ id: string; secret: string }>('/auth/factors/totp', {});
    expect((await enrol()).status).to.equal(201);
    await service.server.database.pool.query(
      `UPDATE sessions SET created_at = created_at - interval '1 hour' WHERE user_id = $1`,
      [data.user.id],
    );
    expect(await enrol()).to.include({ status: 403, code: 1111, reason: 'step-up-required' });
    const stepUp = async (who: Person) => {
      const { ticket, verifier } = await signIn(who);
      return api.post('/auth/step-up', { ticket, verifier });
    };
    expect(await stepUp(aPerson())).to.include({ status: 400, code: 1116, reason: 'sign-in-invalid' });
    expect((await enrol()).status).to.equal(403);
    expect((await stepUp(person)).status).to.equal(200);
    const { data: enrolment } = await enrol();
    const code = totpCodeOf(enrolment.secret, Math.floor(Date.now() / 30_000));
    expect((await api.post('/auth/factors/totp/confirm', { id: enrolment.id, code })).status).to.equal(200);
    const { verifier, ticket } = await signIn(person);
    expect((await exchange({ verifier, ticket })).reason).to.equal('factor-required');
    const wrong = await service.api.post('/auth/login', { username: data.user.username, password: 'any password' });
    expect([wrong.status, wrong.reason]).to.deep.equal([401, 'invalid-credentials']);
  });

  it('accepts each ticket only once', async () => {
    const proof = await signIn(aPerson());
    const responses = await Promise.all([exchange(proof), exchange(proof), exchange(proof)]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).to.deep.equal([200, 400, 400]);
    expect((await exchange(proof)).code).to.equal(1116);
  });

  it('hides the cookie from scripts, and puts no token into a URL', async () => {
    const { challenge } = aSecret();
    const started = await fetch(startAddress(service.server.url, 'corp', challenge), { redirect: 'manual' });
    const [cookie = ''] = started.headers.getSetCookie();
    expect(cookie).to.match(
      /^portcullis-sign-in-[\w-]{16}=v1\.[\w.-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/,
    );
    expect(started.headers.get('Cache-Control')).to.equal('no-store');
    const location = new URL(started.headers.get('Location') ?? 'none:');
    expect([...location.searchParams.keys()].toSorted()).to.deep.equal([
      'client_id',
      'code_challenge',
      'code_challenge_method',
      'nonce',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
    ]);
    expect(location.searchParams.get('code_challenge')).not.to.equal(challenge);
    const browser = openBrowser();
    await signIn(aPerson(), 'corp', browser);
    expect([...browser.cookies.keys()].filter((name) => name.startsWith('portcullis'))).to.deep.equal([]);
  });

  it('lets two tabs of a browser sign in at the same time', async () => {
    const browser = openBrowser();
    const begin = async () => {
      const { verifier, challenge } = aSecret();
      const started = await fetch(startAddress(service.server.url, 'corp', challenge), {
        redirect: 'manual',
        headers: { Cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '), ...anAddress() },
      });
      for (const cookie of started.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        browser.cookies.set(name, value);
      }
      return { verifier, location: started.headers.get('Location') ?? '' };
    };
    const tabs = [await begin(), await begin()];
    provider.person = aPerson();
    for (const { verifier, location } of tabs) {
      const end = await browser.open(location);
      const ticket = end instanceof URL ? (end.searchParams.get('ticket') ?? '') : expect.fail(await end.text());
      expect((await exchange({ ticket, verifier })).data.user.username).to.equal(provider.person.sub);
    }
  });

  it('redirects to the page with a reason if the person refuses', async () => {
    expect(await signIn(undefined)).to.deep.include({ ticket: '', error: 'access-denied' });
  });

  it('creates no account if the provider may not create accounts, or without a verified address', async () => {
    expect((await exchange(await signIn(aPerson(), 'closed'))).code).to.equal(1117);
    for (const email_verified of [false, 'false']) {
      expect((await exchange(await signIn(aPerson({ email_verified })))).code).to.equal(1117);
    }
  });

  it('requires the owner of an account with the same address to log in and link the identity', async () => {
    const account = {
      username: unique('user-'),
      email: `${unique('mail-')}@example.com`,
      password: unique('password-'),
    };
    await service.admin.post('/users', account);
    const person = aPerson({ email: account.email.toUpperCase() });
    const refused = await exchange(await signIn(person));
    expect([refused.status, refused.code]).to.deep.equal([409, 1112]);
    const api = await logInAs(service.api, account);
    const { ticket, verifier } = await signIn(person, 'closed');
    expect((await api.post('/auth/identities/corp/link', { ticket, verifier })).code, 'of another provider').to.equal(
      1116,
    );
    const proof = await signIn(person, 'closed');
    const linked = await api.post<Identity>('/auth/identities/closed/link', {
      ticket: proof.ticket,
      verifier: proof.verifier,
    });
    expect(linked.data).to.include({ provider: 'corp', issuer: provider.issuer });
    const list = async () => (await api.get<Identity[]>('/auth/identities')).data;
    expect(await list()).to.deep.equal([linked.data]);
    expect((await exchange(await signIn(person))).data.user.username).to.equal(account.username);
    const again = await signIn(person);
    const byOther = await service.admin.post('/auth/identities/corp/link', {
      ticket: again.ticket,
      verifier: again.verifier,
    });
    expect([byOther.status, byOther.code]).to.deep.equal([409, 1202]);
    expect((await api.delete(`/auth/identities/${linked.data.id}`)).status).to.equal(200);
    expect(await list()).to.deep.equal([]);
    expect((await exchange(await signIn(person))).code).to.equal(1112);
  });

  it('works with the client: a new account, a second factor, a link, and an identity that an administrator unlinks', async () => {
    const tokens = tokensInMemory();
    const sent = (request: Request): Promise<Response> => {
      for (const [name, value] of Object.entries(anAddress())) request.headers.set(name, value);
      return fetch(request);
    };
    const client = createClient({ baseUrl: service.server.url, tokens, fetch: sent });
    const items = new Map<string, string>();
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    };
    const signInAs = async (person: Person, intent: SignInIntent = 'log-in') => {
      provider.person = person;
      const request = { baseUrl: service.server.url, provider: 'corp', returnTo: `${pageOrigin}/log-in`, storage };
      const end = await openBrowser().open(await startSignIn({ ...request, intent }));
      const returned = end instanceof URL ? readSignInResult(end.href, storage) : undefined;
      return returned?.error === undefined && returned !== undefined ? returned : expect.fail('There is no ticket.');
    };
    expect((await client.providers()).map(({ key }) => key)).to.deep.equal(['corp', 'closed']);

    const person = aPerson();
    const user = await client.exchange((await signInAs(person)).proof);
    expect(user).to.include({ username: person.sub });
    const others = await signInAs(aPerson(), 'link');
    const params = { path: { provider: others.provider } };
    await client.post('/api/auth/identities/{provider}/link', { params, body: others.proof });
    expect(await client.get('/api/auth/identities')).to.have.length(2);

    const { data: listed } = await service.admin.get<Identity[]>(`/users/${user.id}/identities`);
    expect(listed.map((each) => each.provider)).to.deep.equal(['corp', 'corp']);
    const unlinked = await service.admin.delete(`/users/${user.id}/identities/${listed[0]?.id}`);
    expect(unlinked.status, unlinked.message).to.equal(200);
    expect(await client.get('/api/auth/identities')).to.have.length(1);
    const refusal = await client.exchange((await signInAs(person)).proof).catch((error: unknown) => error);
    expect(refusal instanceof PortcullisError && refusal.reason).to.equal('link-required');

    const again = await signInAs(person, 'link');
    await client.post('/api/auth/identities/{provider}/link', { params, body: again.proof });
    const account = { username: person.sub, password: unique('password-') };
    await service.admin.put(`/users/${user.id}/password`, { password: account.password });
    const api = await logInAs(service.api, account);
    const { data } = await api.post<{ id: string; secret: string }>('/auth/factors/totp', {
      currentPassword: account.password,
    });
    const codeOf = (later: number) => totpCodeOf(data.secret, Math.floor(Date.now() / 30_000) + later);
    await api.post('/auth/factors/totp/confirm', { id: data.id, code: codeOf(0) });
    await tokens.write(undefined);
    const asked = await client.exchange((await signInAs(person)).proof).catch((error: unknown) => error);
    expect(await tokens.read()).to.equal(undefined);
    const { challenge } = factorChallengeOf(asked) ?? expect.fail('There is no challenge.');
    expect((await client.loginWithFactor({ challenge, code: codeOf(1) })).id).to.equal(user.id);
  });

  it('refuses disabled users, also with roles of groups', async () => {
    const person = aPerson();
    const { user } = (await exchange(await signIn(person))).data;
    await service.admin.patch(`/users/${user.id}`, { status: 0 });
    const refused = await exchange(await signIn({ ...person, groups: ['editors'] }));
    expect([refused.status, refused.code]).to.deep.equal([401, 1101]);
  });
});
