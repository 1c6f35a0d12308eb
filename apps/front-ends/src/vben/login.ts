import { openWindow } from '../support/browser.ts';
import { eventually, expectEqual, expectThat } from '../support/checks.ts';
import type { FrontEndTestContext } from '../support/front-end.ts';
import { administrator, frontEndUrl, serviceUrl } from '../support/service.ts';
import { logIn, messages, open, sendLogin, sidebar } from './page.ts';

/**
 * Returns whether a call belongs to a login. CORS preflight requests do not count. The request for the providers does
 * not count either, because opening the login page sends it.
 */
const isOfLogin = (call: string): boolean => !call.startsWith('OPTIONS') && call !== 'GET /api/auth/providers';

/** Tests the login page and the first page after a login. */
export async function checkLogin({ browser, check, service }: FrontEndTestContext): Promise<void> {
  const window = await openWindow(browser);
  const { page } = window;
  const hosts = new Set<string>();
  const scriptHosts = new Set<string>();
  window.context.on('request', (request) => {
    const { origin } = new URL(request.url());
    hosts.add(origin);
    if (request.resourceType() === 'script') scriptHosts.add(origin);
  });

  await check('the production build calls the service, not the public mock host', async () => {
    const settings = await (await fetch(`${frontEndUrl}/_app.config.js`)).text();
    expectThat(settings.includes(`${serviceUrl}/api`) && !settings.includes('vben.pro'), settings);
  });
  await check('a visitor is sent to the login page', async () => {
    await page.goto('/');
    await page.waitForURL('**/#/auth/login');
    await page.locator('input[type=password]').waitFor();
  });
  await check('the login page has no selector of sample accounts and no puzzle', async () => {
    expectEqual(await page.getByRole('combobox').count(), 0);
    expectEqual(await page.locator('form input').count(), 2);
  });
  await check('the login page offers no other way to log in', async () => {
    expectEqual(await page.getByText(/手机号登录|扫码登录|创建账号|其他登录方式/).count(), 0);
  });
  for (const path of ['register', 'code-login', 'qrcode-login']) {
    await check(`the page ${path} is gone`, async () => {
      await open(page, `/auth/${path}`);
      await page.waitForURL('**/#/auth/login?redirect=**');
    });
  }
  await check('an empty form is not sent', async () => {
    await open(page, '/auth/login');
    window.calls();
    await page.getByRole('button', { name: 'login' }).click();
    await page.getByText('请输入用户名').last().waitFor();
    expectEqual(window.calls(), []);
  });
  const wrong = [
    ['a wrong password', { ...administrator, password: 'not the password' }],
    ['an unknown user name', { username: 'nobody.here', password: 'not the password' }],
  ] as const;
  for (const [what, credentials] of wrong) {
    await check(`${what} shows the message of the service once, and starts no refresh`, async () => {
      await page.reload();
      window.calls();
      await sendLogin(page, credentials);
      await page.locator('.ant-message-notice').first().waitFor();
      expectEqual(await messages(page), ['Wrong user name or password.']);
      expectEqual(window.calls().filter(isOfLogin), ['POST /api/auth/login']);
    });
  }
  await check('the administrator logs in and sees the home page', async () => {
    await logIn(page, administrator);
    await page.getByText('admin@example.com').first().waitFor();
  });
  await check('a login makes exactly the calls that the guide lists', async () => {
    const made: string[] = [];
    const expected = [
      ...[
        '/api/auth/operations',
        '/api/auth/permissions',
        '/api/auth/profile',
        '/api/me/stream',
        '/api/menus/user-routes',
      ].map((path) => `GET ${path}`),
      'POST /api/auth/login',
      'POST /api/me/stream/ticket',
    ];
    // The stream is opened only after the menus have been read, so its call may come later.
    await eventually(async () => {
      made.push(...window.calls().map((call) => call.replace(/\?.*/, '')));
      expectEqual([...new Set(made)].filter(isOfLogin).toSorted(), expected);
    });
  });
  await check('the home page shows the roles and all permission codes', async () => {
    await eventually(async () => expectEqual(await page.locator('[data-role]').allTextContents(), ['ADMIN']));
    const { permissions } = await service.admin.get('/api/auth/permissions');
    expectEqual(await page.locator('[data-permission]').allTextContents(), permissions);
  });
  await check('a reload keeps the session, the menus and the permission codes', async () => {
    await page.reload();
    await sidebar(page).getByText('首页').waitFor();
    await eventually(async () => expectEqual(await page.locator('[data-permission]').count(), 20));
  });
  await check('the menu of the user shows the e-mail address and the role', async () => {
    await page.locator('header').getByRole('button').last().click();
    await page.getByRole('menu').getByText('admin@example.com').waitFor();
    await page.getByRole('menu').getByText('ADMIN', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
  });
  await check('there is no list of sample notifications', async () => {
    expectEqual(await page.locator('.bell-button').count(), 0);
  });
  await check('a user who is logged in is sent from the login page to the home page', async () => {
    await open(page, '/auth/login');
    await page.waitForURL('**/#/home');
  });
  await check('no call went to a host other than the service', async () => {
    const called = [...hosts].filter(
      (host) => host !== frontEndUrl && host !== serviceUrl && !host.includes('iconify'),
    );
    expectThat(!called.some((host) => host.includes('vben')), called.join(' '));
  });
  await check('no page loads a script of another host', async () => expectEqual([...scriptHosts], [frontEndUrl]));
  await check('no script of these pages has failed', async () => expectEqual(window.scriptErrors, []));
  await window.context.close();
}
