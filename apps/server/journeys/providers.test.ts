import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { totpCodeOf } from '../src/adapters/totp-codes.ts';
import { openProvider, type Person, type RealProvider } from '../test/oidc/real-provider.ts';
import { fillLogIn, heading, logOut, notice, panel } from '../test/support/console.ts';
import { freePort, until } from '../test/support/machine.ts';
import { administrator, aPerson, unique } from '../test/support/service.ts';
import { useServiceAndBrowser } from './support/stage.ts';

const signIn = (page: Page): Promise<void> => page.getByRole('button', { name: 'Sign in with Corporation' }).click();
const logOutHere = async (page: Page): Promise<void> => {
  await logOut(page);
  await page.getByLabel('Username or e-mail').waitFor();
  // The cookies of the provider would let it sign in the same person again without asking.
  await page.context().clearCookies();
};

describe('Sign-in at an identity provider in the console', () => {
  let provider: RealProvider;
  let environment: Readonly<Record<string, string>>;

  before(async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    provider = await openProvider([`${url}/api/auth/oidc/corp/callback`]);
    environment = {
      PORT: `${port}`,
      PUBLIC_URL: url,
      OIDC_PROVIDERS: 'corp',
      OIDC_CORP_NAME: 'Corporation',
      OIDC_CORP_ISSUER: provider.issuer,
      OIDC_CORP_CLIENT_ID: provider.clientId,
      OIDC_CORP_CLIENT_SECRET: provider.clientSecret,
      OIDC_CORP_SIGN_UP: 'true',
    };
  });
  const stage = useServiceAndBrowser(() => environment);
  after(() => provider.close());

  const open = async (path: string, locale = 'en-GB'): Promise<Page> => {
    const { page } = await stage.open({ allowedOrigin: provider.issuer, locale });
    await page.goto(`/admin${path}`);
    return page;
  };
  const theySignInAs = (fields: Partial<Person> = {}): Person => {
    const sub = unique('sub-');
    provider.person = { sub, email: `${sub}@example.com`, email_verified: true, preferred_username: sub, ...fields };
    return provider.person;
  };

  it('creates an account and opens the requested screen', async () => {
    const { sub } = theySignInAs();
    const page = await open('/account?tab=any');
    await signIn(page);
    await heading(page, 'My account').waitFor();
    const { pathname, search } = new URL(page.url());
    expect(`${pathname}${search}`).to.equal('/admin/account?tab=any');
    expect(await panel(page, 'Profile').getByLabel('Username').inputValue()).to.equal(sub);
    await panel(page, 'Sign-in with other accounts').getByText('Corporation', { exact: true }).waitFor();
    await page.reload();
    await heading(page, 'My account').waitFor();
  });

  it('lets a person without a password add an app, after a fresh sign-in if the last one was long ago', async () => {
    const { sub } = theySignInAs();
    const page = await open('/account');
    await signIn(page);
    await heading(page, 'My account').waitFor();
    await stage.service().server.database.pool.query(
      `UPDATE sessions SET created_at = created_at - interval '1 hour'
          WHERE user_id = (SELECT id FROM users WHERE username = $1)`,
      [sub],
    );
    const factor = panel(page, 'Second factor');
    const begin = async () => {
      await factor.getByRole('button', { name: 'Add an authenticator app' }).click();
      expect(await factor.getByLabel('Current password').count()).to.equal(0);
      await factor.getByRole('button', { name: 'Continue' }).click();
    };
    await begin();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in with Corporation' }).click();
    await notice(page, 'You have confirmed your identity. Please repeat your change.').waitFor();
    await begin();
    const key = await factor.getByLabel('Key').inputValue();
    await factor.getByLabel('Code', { exact: true }).fill(totpCodeOf(key, Math.floor(Date.now() / 30_000)));
    await factor.getByRole('button', { name: 'Confirm' }).click();
    await factor.getByText('Your recovery codes').waitFor();
  });

  it('requires a log-in to link an account with the same address, and lets an administrator unlink it', async () => {
    const person = await aPerson(stage.service());
    theySignInAs({ email: person.email });
    const page = await open('/account');
    await signIn(page);
    await page.getByRole('alert').filter({ hasText: 'An account has the e-mail address of this sign-in.' }).waitFor();
    await fillLogIn(page, person);
    const linked = panel(page, 'Sign-in with other accounts');
    await linked.getByRole('button', { name: 'Link Corporation' }).click();
    await notice(page, 'The sign-in was linked to your account.').waitFor();
    await linked.getByRole('button', { name: 'Unlink Corporation' }).waitFor();
    await logOutHere(page);
    await signIn(page);
    await heading(page, 'My account').waitFor();
    expect(await panel(page, 'Profile').getByLabel('Username').inputValue()).to.equal(person.username);

    const operator = await stage.openLoggedIn(administrator, `/users/${person.id}`);
    await operator.getByRole('button', { name: 'Unlink Corporation' }).click();
    await operator.getByRole('dialog').getByRole('button', { name: 'Unlink', exact: true }).click();
    await notice(operator, 'The sign-in was unlinked.').waitFor();
    // The operator can undo this for 10 seconds.
    await until('it is unlinked', async () => {
      const { data } = await stage.service().admin.get<readonly unknown[]>(`/users/${person.id}/identities`);
      return data.length === 0;
    });
    await logOutHere(page);
    await signIn(page);
    await page.getByRole('alert').filter({ hasText: 'An account has the e-mail address of this sign-in.' }).waitFor();
  });

  it('requires the second factor of the linked account', async () => {
    const person = await aPerson(stage.service());
    theySignInAs({ email: person.email });
    const page = await open('/account');
    await fillLogIn(page, person);
    await page.getByRole('button', { name: 'Link Corporation' }).click();
    await notice(page, 'The sign-in was linked to your account.').waitFor();
    await logOutHere(page);
    const { data } = await person.api.post<{ id: string; secret: string }>('/auth/factors/totp', {
      currentPassword: person.password,
    });
    const codeOf = (later: number) => totpCodeOf(data.secret, Math.floor(Date.now() / 30_000) + later);
    expect((await person.api.post('/auth/factors/totp/confirm', { id: data.id, code: codeOf(0) })).status).to.equal(
      200,
    );
    await signIn(page);
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(1));
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await heading(page, 'My account').waitFor();
  });

  it('shows why a sign-in failed, in English and Chinese', async () => {
    provider.person = undefined;
    const page = await open('/account');
    await signIn(page);
    await page.getByRole('alert').filter({ hasText: 'The provider did not sign you in' }).waitFor();
    expect(page.url()).not.to.include('error');
    const chinese = await open('/account', 'zh-CN');
    await chinese.getByRole('button', { name: '使用 Corporation 登录' }).click();
    await chinese.getByRole('alert').filter({ hasText: '提供方未完成登录' }).waitFor();
  });

  it('shows the log-in page if the browser returns from the provider without the sign-in cookie', async () => {
    const page = await open('/account');
    await page.goto('/api/auth/oidc/corp/callback?state=x&code=y');
    await page.getByRole('alert').filter({ hasText: 'was not started in this tab' }).waitFor();
    expect(new URL(page.url()).pathname).to.equal('/admin/');
  });
});
