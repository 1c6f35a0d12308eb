import type { LoggedIn } from '@portcullis/application/internal/auth/sessions/start-session';
import { expect } from 'chai';
import { startService, unique, type Service } from '../support/service.ts';
import { anAddress, aSecret, openBrowser, pageOrigin } from './browser.ts';
import { openProvider, type RealProvider } from './real-provider.ts';

const publicUrl = 'https://cms.example.com';
const callback = '/api/auth/oidc/corp/callback';

describe('Sign-in with OpenID Connect behind a proxy with TLS', () => {
  let provider: RealProvider;
  let service: Service;

  before(async () => {
    provider = await openProvider([`${publicUrl}${callback}`]);
    service = await startService({
      PUBLIC_URL: publicUrl,
      TRUST_PROXY: '1',
      CORS_ORIGINS: pageOrigin,
      OIDC_PROVIDERS: 'corp',
      OIDC_CORP_ISSUER: provider.issuer,
      OIDC_CORP_CLIENT_ID: provider.clientId,
      OIDC_CORP_CLIENT_SECRET: provider.clientSecret,
      OIDC_CORP_SIGN_UP: 'true',
    });
  });

  after(async () => {
    await service.stop();
    await provider.close();
  });

  /** Sends a request like a proxy that terminates TLS. */
  const throughProxy = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${service.server.url}${path}`, {
      redirect: 'manual',
      headers: { 'X-Forwarded-Proto': 'https', ...anAddress(), ...headers },
    });
  const locationOf = ({ headers }: Response): URL => new URL(headers.get('Location') ?? 'none:');

  it('sets a cookie that only this host can set, and accepts it', async () => {
    const sub = unique('sub-');
    provider.person = { sub, email: `${sub}@example.com`, email_verified: true, preferred_username: sub };
    const { verifier, challenge } = aSecret();
    const query = new URLSearchParams({ return_to: `${pageOrigin}/log-in`, challenge }).toString();
    const started = await throughProxy(`/api/auth/oidc/corp/start?${query}`);
    const [cookie = ''] = started.headers.getSetCookie();
    expect(cookie).to.match(
      /^__Host-portcullis-sign-in-[\w-]{16}=[\w.-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/,
    );
    const end = await openBrowser().open(locationOf(started).href);
    if (!(end instanceof URL)) return expect.fail(await end.text());
    expect(`${end.origin}${end.pathname}`).to.equal(`${publicUrl}${callback}`);
    const [pair = ''] = cookie.split(';');
    const finished = await throughProxy(`${end.pathname}${end.search}`, { Cookie: pair });
    expect(finished.headers.getSetCookie()).to.deep.equal([
      `${pair.split('=')[0]}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`,
    ]);
    const ticket = locationOf(finished).searchParams.get('ticket');
    const opened = await service.api.post<LoggedIn>('/auth/oidc/exchange', { ticket, verifier }, anAddress());
    expect(opened.data.user, opened.message).to.include({ username: sub });
  });

  it('does not accept the cookie under the name for http', async () => {
    const { challenge } = aSecret();
    const query = new URLSearchParams({ return_to: `${pageOrigin}/log-in`, challenge }).toString();
    const started = await throughProxy(`/api/auth/oidc/corp/start?${query}`);
    const [pair = ''] = (started.headers.getSetCookie()[0] ?? '').split(';');
    const state = locationOf(started).searchParams.get('state');
    const response = await throughProxy(`${callback}?state=${state}&code=x`, { Cookie: pair.replace('__Host-', '') });
    const { code }: { code: number } = JSON.parse(await response.text());
    expect([response.status, code]).to.deep.equal([400, 1116]);
  });

  it('redirects a browser that has not begun a sign-in to the log-in page of the console', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const response = await throughProxy(`${callback}?state=x&code=y`, { Accept: accept });
    expect(response.status).to.equal(303);
    expect(locationOf(response).href).to.equal(`${publicUrl}/admin/?error=sign-in-invalid`);
    for (const Accept of ['application/json', '*/*']) {
      expect((await throughProxy(`${callback}?state=x&code=y`, { Accept })).status, Accept).to.equal(400);
    }
  });
});

describe('Sign-in with OpenID Connect without the console', () => {
  it('shows a small page to a browser that has not begun a sign-in', async () => {
    const service = await startService({
      PUBLIC_URL: publicUrl,
      CONSOLE: 'false',
      OIDC_PROVIDERS: 'corp',
      OIDC_CORP_ISSUER: 'https://id.example.com',
      OIDC_CORP_CLIENT_ID: 'portcullis',
    });
    try {
      const response = await fetch(`${service.server.url}${callback}?state=x`, { headers: { Accept: 'text/html' } });
      expect(response.status).to.equal(400);
      expect(response.headers.get('Content-Type')).to.equal('text/html; charset=utf-8');
      expect(await response.text()).to.include('Please begin again.');
    } finally {
      await service.stop();
    }
  });
});
