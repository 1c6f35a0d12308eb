import type { LoggedIn } from '@portcullis/application/internal/auth/sessions/start-session';
import { expect } from 'chai';
import { logTo } from '../../src/observability/log.ts';
import { freePort } from '../support/machine.ts';
import { startService, unique, type Service } from '../support/service.ts';
import { anAddress, aSecret, openBrowser, pageOrigin, startAddress } from './browser.ts';
import { hostileCases, splitStatements, victimAddress, withStatements, withSubject } from './hostile-cases.ts';
import { honestProvider, hostileClient, openHostileProviders, type HostileProviders } from './hostile-provider.ts';

interface Line {
  readonly msg: string;
  readonly code?: number;
  readonly requestId?: string;
}

describe('A hostile provider', () => {
  let providers: HostileProviders;
  let service: Service;
  const lines: Line[] = [];
  const inUserInfo = withStatements({
    // The user info must be read although the ID token contains the address and the groups.
    idToken: { email: victimAddress, groups: [] },
    userInfo: { email: victimAddress, email_verified: true },
  });
  const split = Object.values(splitStatements).map(withStatements);
  /** The longest subject that OpenID Connect allows, and the client itself as the authorized party. */
  const longest = withSubject('s'.repeat(255));
  const authorized = { ...longest, claims: { ...longest.claims, azp: hostileClient.id } };
  const all = [...Object.values(hostileCases), ...split, inUserInfo, authorized, honestProvider];
  const firstSplit = Object.keys(hostileCases).length;

  before(async () => {
    providers = await openHostileProviders(all);
    const port = await freePort();
    const settings = all.flatMap((_hostility, index): readonly (readonly [string, string])[] => [
      [`OIDC_P${index}_ISSUER`, providers.issuerOf(index)],
      [`OIDC_P${index}_CLIENT_ID`, hostileClient.id],
      [`OIDC_P${index}_CLIENT_SECRET`, hostileClient.secret],
      [`OIDC_P${index}_TRUSTED_DOMAINS`, 'corp.example'],
    ]);
    const log = logTo({ write: (line: string) => void lines.push(JSON.parse(line)) }, 'info');
    service = await startService(
      {
        PORT: `${port}`,
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        TRUST_PROXY: '1',
        CORS_ORIGINS: pageOrigin,
        OIDC_PROVIDERS: all.map((_hostility, index) => `p${index}`).join(','),
        ...Object.fromEntries(settings),
      },
      log,
    );
    await service.admin.post('/users', { username: 'victim', email: victimAddress, password: unique('password-') });
    await service.server.database.pool.query('UPDATE users SET email_verified = true WHERE email = $1', [
      victimAddress,
    ]);
  });

  after(async () => {
    await service.stop();
    providers.close();
  });

  const url = (): string => service.server.url;
  const tickets = async (): Promise<number> => {
    const { rows } = await service.server.database.pool.query('SELECT count(*)::int AS count FROM sign_in_tickets');
    const [row]: { count: number }[] = rows;
    return row?.count ?? -1;
  };

  /**
   * Signs in at the provider with this index. The redirect back to the service has the parameters of an honest
   * provider, except for those that the hostile case with this index changes.
   */
  const signIn = async (index: number, challenge = aSecret().challenge): Promise<Response | URL> => {
    const browser = openBrowser();
    const started = await fetch(startAddress(url(), `p${index}`, challenge), {
      redirect: 'manual',
      headers: anAddress(),
    });
    const [cookie = ''] = started.headers.getSetCookie();
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    browser.cookies.set(name, value);
    const location = new URL(started.headers.get('Location') ?? 'none:');
    if (location.origin === pageOrigin) return location;
    providers.nonce = location.searchParams.get('nonce') ?? '';
    const state = location.searchParams.get('state') ?? '';
    const { response = (query) => query } = all[index] ?? honestProvider;
    const query = response({ state, code: 'a-code', iss: providers.issuerOf(index) });
    return browser.open(`${url()}/api/auth/oidc/p${index}/callback?${new URLSearchParams(query).toString()}`);
  };

  it('leads to a ticket if it behaves honestly', async () => {
    const end = await signIn(all.length - 1);
    expect(end instanceof URL && end.searchParams.get('ticket')).to.match(/^[\w-]{43}$/);
    expect(await tickets()).to.equal(1);
  });

  it('leads to a ticket with the longest subject, for the client as the authorized party', async () => {
    const end = await signIn(all.indexOf(authorized));
    expect(end instanceof URL && end.searchParams.get('ticket')).to.match(/^[\w-]{43}$/);
  });

  for (const [index, name] of Object.keys(hostileCases).entries()) {
    it(`is refused with one line in the log: ${name}`, async () => {
      const before = await tickets();
      lines.length = 0;
      const end = await signIn(index);
      if (end instanceof URL) expect(end.href).to.equal(`${pageOrigin}/?error=provider-failed`);
      else expect(end.status).to.equal(400);
      const refusals = lines.filter(({ msg, code }) => msg === 'sign-in failed' || code !== undefined);
      expect(refusals.map(({ msg }) => msg)).to.deep.equal([
        end instanceof URL ? 'sign-in failed' : 'refused: sign-in-invalid',
      ]);
      const requestIds = lines.filter(({ msg }) => msg === 'request').map(({ requestId }) => requestId);
      if (end instanceof URL) expect(requestIds).to.include(refusals[0]?.requestId);
      expect(await tickets()).to.equal(before);
    });
  }

  /** Signs in at the provider with this index, and logs in with the ticket of this sign-in. */
  const enter = async (index: number) => {
    const { verifier, challenge } = aSecret();
    const end = await signIn(index, challenge);
    const ticket = end instanceof URL ? (end.searchParams.get('ticket') ?? '') : expect.fail(await end.text());
    return service.api.post<LoggedIn>('/auth/oidc/exchange', { ticket, verifier }, anAddress());
  };

  for (const [index, name] of Object.keys(splitStatements).entries()) {
    it(`does not get access to an account by statements in two places: ${name}`, async () => {
      expect(await enter(firstSplit + index)).to.include({ status: 403, reason: 'account-missing' });
    });
  }

  it('is trusted if the user info has both the address and its verification', async () => {
    expect((await enter(firstSplit + split.length)).data.user.username).to.equal('victim');
  });
});
