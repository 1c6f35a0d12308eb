import type { LoggedIn } from '@portcullis/application/internal/auth/sessions/start-session';
import { expect } from 'chai';
import { linkTokens } from '../../src/adapters/hashed-tokens.ts';
import type { ApiResponse } from '../support/api.ts';
import { freePort } from '../support/machine.ts';
import { logInAs, startService, unique, type Service } from '../support/service.ts';
import { anAddress, aSecret, openBrowser, pageOrigin, startAddress, type Browser } from './browser.ts';
import { openProvider, type Person, type RealProvider } from './real-provider.ts';

/**
 * A user whom the scripts attack. The service trusts the provider `corp` for the domain of the user's e-mail address.
 */
interface Victim {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

interface Proof {
  readonly ticket: string;
  readonly verifier: string;
}

/** A response that an attacker got, or a URL to which the attacker's browser was redirected. */
type Result = ApiResponse<unknown> | Response | URL;

describe('Scripts that try to take over an account with a sign-in', () => {
  let corp: RealProvider;
  let open: RealProvider;
  let service: Service;
  let url: string;

  before(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    corp = await openProvider([`${url}/api/auth/oidc/corp/callback`]);
    open = await openProvider([`${url}/api/auth/oidc/open/callback`]);
    const of = (key: string, { issuer, clientId, clientSecret }: RealProvider) => ({
      [`OIDC_${key}_ISSUER`]: issuer,
      [`OIDC_${key}_CLIENT_ID`]: clientId,
      [`OIDC_${key}_CLIENT_SECRET`]: clientSecret,
      [`OIDC_${key}_SIGN_UP`]: 'true',
      [`OIDC_${key}_ROLE_MAP`]: '{"editors":["MODERATOR"]}',
    });
    service = await startService({
      PORT: `${port}`,
      PUBLIC_URL: url,
      TRUST_PROXY: '1',
      CORS_ORIGINS: pageOrigin,
      OIDC_PROVIDERS: 'corp,open',
      ...of('CORP', corp),
      ...of('OPEN', open),
      OIDC_CORP_TRUSTED_DOMAINS: 'corp.example',
    });
  });

  after(async () => {
    await service.stop();
    await corp.close();
    await open.close();
  });

  const aVictim = async (): Promise<Victim> => {
    const username = unique('victim-');
    const account = { username, email: `${username}@corp.example`, password: unique('password-') };
    const { id } = (await service.admin.post<{ id: string }>('/users', account)).data;
    const { pool } = service.server.database;
    await pool.query('UPDATE users SET email_verified = true WHERE id = $1', [id]);
    return { id, ...account };
  };
  /** Registers an account with the e-mail address of somebody else, as an attacker does. */
  const registered = async (): Promise<Victim> => {
    const username = unique('victim-');
    const account = { username, email: `${username}@corp.example`, password: unique('password-') };
    const { data } = await service.api.post<{ id: string }>('/auth/register', account, anAddress());
    return { id: data.id, ...account };
  };
  const aPerson = (given: Partial<Person> = {}): Person => {
    const sub = unique('sub-');
    return { sub, email: `${sub}@mail.example`, email_verified: true, preferred_username: sub, ...given };
  };
  const providerOf = (key: string): RealProvider => (key === 'corp' ? corp : open);
  /** Signs a person in at a provider, and returns the URL of the last redirect, which leads back to the front end. */
  const comeBack = async (key: string, person: Person, challenge: string, browser: Browser = openBrowser()) => {
    providerOf(key).person = person;
    const end = await browser.open(startAddress(url, key, challenge));
    return end instanceof URL ? end : expect.fail(await end.text());
  };
  const signIn = async (key: string, person: Person): Promise<Proof> => {
    const { verifier, challenge } = aSecret();
    return { verifier, ticket: (await comeBack(key, person, challenge)).searchParams.get('ticket') ?? '' };
  };
  const exchange = (proof: Proof) => service.api.post<LoggedIn>('/auth/oidc/exchange', { ...proof }, anAddress());
  const enter = async (key: string, person: Person) => exchange(await signIn(key, person));
  /** Begins a sign-in, and returns the callback URL to which the provider redirects, without opening this URL. */
  const unopenedCallback = async (key: string, person: Person, browser: Browser): Promise<string> => {
    providerOf(key).person = person;
    const started = await fetch(startAddress(url, key, aSecret().challenge), {
      redirect: 'manual',
      headers: anAddress(),
    });
    for (const cookie of started.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      browser.cookies.set(name, value);
    }
    let next = new URL(started.headers.get('Location') ?? 'none:');
    const jar = new Map<string, string>();
    while (!next.href.startsWith(url)) {
      const Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(next, { redirect: 'manual', headers: { Cookie } });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        jar.set(name, value);
      }
      next = new URL(response.headers.get('Location') ?? expect.fail(await response.text()), next);
    }
    return next.href;
  };
  const linkTo = (victim: Victim, proof: Proof, key = 'corp') =>
    logInAs(service.api, victim).then((api) => api.post(`/auth/identities/${key}/link`, { ...proof }));
  const link = async (victim: Victim, person: Person): Promise<void> => {
    expect((await linkTo(victim, await signIn('corp', person))).status).to.equal(200);
  };
  /** Stores a reset link, as if it had been mailed to the victim, and uses it. Returns the new password. */
  const resetPassword = async ({ id, email }: Victim): Promise<string> => {
    const { token, hash } = linkTokens.create();
    await service.server.database.pool.query(
      `INSERT INTO mail_links (token_hash, purpose, user_id, email, created_at, expires_at)
        VALUES ($1, 'password-reset', $2, $3, now(), now() + interval '1 minute')`,
      [hash, id, email],
    );
    const newPassword = unique('password-');
    const confirmed = await service.api.post('/auth/password-resets/confirm', { token, newPassword }, anAddress());
    expect(confirmed.status).to.equal(200);
    return newPassword;
  };

  const scripts: Readonly<Record<string, (victim: Victim) => Promise<readonly Result[]>>> = {
    'an address that the provider has not verified': async ({ email }) => [
      await enter('corp', aPerson({ email, email_verified: false })),
    ],
    'an address whose email_verified is another text than true': async ({ email }) => [
      await enter('corp', aPerson({ email, email_verified: 'false' })),
    ],
    'a verified address of a provider that is not trusted for the domain': async ({ email }) => [
      await enter('open', aPerson({ email })),
    ],
    'the address in another spelling': async ({ email }) => [
      await enter('open', aPerson({ email: email.toUpperCase() })),
      await enter('corp', aPerson({ email: ` ${email}` })),
      await enter('corp', aPerson({ email: `${email}\u0000` })),
      await enter('corp', aPerson({ email: email.replace('@', '＠') })),
    ],
    'a trusted domain within another address': async ({ email }) => [
      await enter('corp', aPerson({ email: `${email}@mail.example` })),
      await enter('open', aPerson({ email: `"${email}"@mail.example` })),
    ],
    'the user name as preferred_username': async ({ username }) => [
      await enter('corp', aPerson({ preferred_username: username })),
      await enter('open', aPerson({ preferred_username: username.toUpperCase() })),
    ],
    'preferred_username admin': async () => [
      await enter('corp', aPerson({ preferred_username: 'admin' })),
      await enter('open', aPerson({ preferred_username: 'аdmin' })),
    ],
    'the id, the name and the address as the subject': async ({ id, username, email }) => [
      await enter('open', aPerson({ sub: id })),
      await enter('open', aPerson({ sub: username })),
      await enter('open', aPerson({ sub: email })),
    ],
    'the same subject at another provider': async (victim) => {
      const person = aPerson();
      await link(victim, person);
      return [await enter('open', person)];
    },
    'groups without a mapping to roles': async () => [
      await enter('open', aPerson({ groups: ['ADMIN', 'admin', '__proto__', 'constructor'] })),
    ],
    'a replayed ticket': async (victim) => {
      const person = aPerson();
      await link(victim, person);
      const proof = await signIn('corp', person);
      expect((await exchange(proof)).status).to.equal(200);
      return [await exchange(proof), await exchange(proof)];
    },
    'a ticket from the history of the browser, with another secret': async (victim) => {
      const person = aPerson();
      await link(victim, person);
      const { ticket } = await signIn('corp', person);
      return [await exchange({ ticket, verifier: aSecret().verifier })];
    },
    'a ticket with its challenge instead of the secret': async (victim) => {
      const person = aPerson();
      await link(victim, person);
      const { challenge } = aSecret();
      const ticket = (await comeBack('corp', person, challenge)).searchParams.get('ticket') ?? '';
      return [await exchange({ ticket, verifier: challenge })];
    },
    'a ticket that has expired': async (victim) => {
      const person = aPerson();
      await link(victim, person);
      const proof = await signIn('corp', person);
      await service.server.database.pool.query(`UPDATE sign_in_tickets SET expires_at = now() - interval '1 second'`);
      return [await exchange(proof)];
    },
    'a callback of the victim in the browser of the attacker, and vice versa (foreign state)': async (victim) => {
      const person = aPerson();
      await link(victim, person);
      const [browserOfVictim, browserOfAttacker] = [openBrowser(), openBrowser()];
      const stolen = await unopenedCallback('corp', person, browserOfVictim);
      const planted = await unopenedCallback('open', aPerson(), browserOfAttacker);
      return [
        await browserOfAttacker.open(stolen),
        await browserOfVictim.open(planted),
        await openBrowser().open(stolen),
      ];
    },
    'the response of one provider at the callback of another provider (mix-up)': async (victim) => {
      const person = aPerson();
      await link(victim, person);
      const browser = openBrowser();
      const address = await unopenedCallback('corp', person, browser);
      const mixed = new URL(address.replace('/corp/', '/open/'));
      const wrongIssuer = new URL(address);
      wrongIssuer.searchParams.set('iss', open.issuer);
      return [await browser.open(mixed.href), await browser.open(wrongIssuer.href)];
    },
    'a code that was used': async (victim) => {
      const person = aPerson();
      await link(victim, person);
      const browser = openBrowser();
      const address = await unopenedCallback('corp', person, browser);
      const cookies = [...browser.cookies];
      expect(await browser.open(address)).to.be.instanceOf(URL);
      const withoutCookie = await browser.open(address);
      for (const [name, value] of cookies) browser.cookies.set(name, value);
      return [withoutCookie, await browser.open(address)];
    },
    'a return address of somebody else (open redirect)': async () => {
      const { challenge } = aSecret();
      const addresses = [
        'https://evil.example/',
        '//evil.example/',
        'https://app.example.com@evil.example/',
        'https://app.example.com.evil.example/',
        'https://app.example.com:444/',
        'http://app.example.com/',
        'https:evil.example',
        'javascript:alert(1)',
        'data:text/html,x',
        '/\\evil.example',
        'https://user@app.example.com/',
      ];
      return Promise.all(addresses.map((address) => openBrowser().open(startAddress(url, 'corp', challenge, address))));
    },
    'a ticket of the attacker that the victim is made to link': async (victim) => {
      const attacker = aPerson();
      const { ticket } = await signIn('corp', attacker);
      const linked = await linkTo(victim, { ticket, verifier: aSecret().verifier });
      return [linked, await enter('corp', attacker)];
    },
    'linking without a session, or with a session that has ended': async (victim) => {
      const proof = await signIn('corp', aPerson());
      const api = await logInAs(service.api, victim);
      await api.post('/auth/logout', {});
      return [
        await service.api.post('/auth/identities/corp/link', { ...proof }),
        await api.post('/auth/identities/corp/link', { ...proof }),
      ];
    },
    'linking the identity of the victim to the account of the attacker': async (victim) => {
      const person = aPerson();
      await link(victim, person);
      const taken = await linkTo(await aVictim(), await signIn('corp', person));
      expect((await enter('corp', person)).data.user.id).to.equal(victim.id);
      return [taken];
    },
    'the identity of a disabled account': async (victim) => {
      const person = aPerson();
      await link(victim, person);
      await service.admin.patch(`/users/${victim.id}`, { status: 0 });
      return [await enter('corp', { ...person, groups: ['editors'] })];
    },
  };

  it('are more than 20', () => expect(Object.keys(scripts)).to.have.length.above(20));

  for (const [name, attack] of Object.entries(scripts)) {
    it(`does not succeed: ${name}`, async () => {
      const victim = await aVictim();
      for (const result of await attack(victim)) {
        if (result instanceof URL) {
          expect(result.origin).to.equal(pageOrigin);
          expect(result.searchParams.get('ticket')).to.equal(null);
        } else if (result.status === 200) {
          const { user } = (result as ApiResponse<LoggedIn>).data;
          expect(user.id).not.to.equal(victim.id);
          expect(user.username).not.to.equal('admin');
          expect(user.roles).to.deep.equal(['USER']);
        } else {
          expect(result.status).to.be.oneOf([400, 401, 403, 409]);
        }
      }
    });
  }

  it('does not succeed: a registration in advance with the address of somebody else', async () => {
    const attacker = await registered();
    const refused = await enter('corp', aPerson({ email: attacker.email }));
    expect([refused.status, refused.code]).to.deep.equal([409, 1112]);
  });

  it('does not succeed: an identity that was linked before the owner of the address reset the password', async () => {
    const attacked = await registered();
    const person = aPerson();
    await link(attacked, person);
    const attacker = await logInAs(service.api, attacked);
    const password = await resetPassword(attacked);
    expect((await enter('corp', person)).data?.user.id).not.to.equal(attacked.id);
    expect((await attacker.get('/auth/profile')).status).to.equal(401);
    const owner = await logInAs(service.api, { ...attacked, password });
    expect((await owner.get('/auth/identities')).data).to.deep.equal([]);
    expect((await enter('corp', aPerson({ email: attacked.email }))).data.user.id).to.equal(attacked.id);
  });

  it('succeeds as a control: the owner of a verified address in a trusted domain logs in', async () => {
    const victim = await aVictim();
    expect((await enter('corp', aPerson({ email: victim.email.toUpperCase() }))).data.user.id).to.equal(victim.id);
  });
});
