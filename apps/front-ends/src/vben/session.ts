import { openWindow } from '../support/browser.ts';
import { eventually, expectEqual } from '../support/checks.ts';
import type { FrontEndTestContext } from '../support/front-end.ts';
import { createAccount, logIn, logOut, messages, open, sendLogin, sessionsOf, untilTokensExpire } from './page.ts';

/** Tests expired tokens, ended sessions and logout. */
export async function lookAtSession({ browser, check, service: { admin } }: FrontEndTestContext): Promise<void> {
  const account = await createAccount(admin, 'session.owner', ['MODERATOR']);
  const path = { id: account.id };
  const window = await openWindow(browser);
  const { page } = window;
  const refreshes = () => window.calls().filter((call) => call === 'POST /api/auth/refresh').length;
  await logIn(page, account);

  await check('an expired token is refreshed once, and the call is repeated', async () => {
    await untilTokensExpire(page);
    window.calls();
    await page.reload();
    await page.getByText('session.owner@example.com').first().waitFor();
    expectEqual(refreshes(), 1);
    expectEqual(await messages(page), []);
  });
  await check('a second refresh works as well', async () => {
    await untilTokensExpire(page);
    await page.reload();
    await page.getByText('session.owner@example.com').first().waitFor();
    expectEqual(await sessionsOf(admin, account.id), 1);
  });
  await check('a call whose refusal arrives after the refresh causes no second refresh', async () => {
    await open(page, '/profile');
    const nickName = page.getByLabel('昵称');
    await eventually(async () => expectEqual(await nickName.inputValue(), 'Nick session.owner'));
    await untilTokensExpire(page);
    const held: (() => Promise<void>)[] = [];
    await page.route('**/api/auth/profile', async (route) => {
      if (route.request().method() !== 'PATCH' || held.length > 0) return route.continue();
      const response = await route.fetch();
      held.push(() => route.fulfill({ response }));
    });
    const save = () => page.getByRole('button', { name: '更新基本信息' }).click();
    const made: string[] = [];
    const countOf = (call: string): number => made.filter((each) => each === call).length;
    const expectPatches = (count: number) =>
      eventually(async () => {
        made.push(...window.calls());
        expectEqual(countOf('PATCH /api/auth/profile'), count);
      });
    window.calls();
    await save();
    await eventually(async () => expectEqual(held.length, 1));
    await save();
    // The second call is refused, causes the refresh, and is repeated.
    await expectPatches(3);
    await held[0]?.();
    await expectPatches(4);
    expectEqual(countOf('POST /api/auth/refresh'), 1);
    await page.unroute('**/api/auth/profile');
    await open(page, '/home');
  });
  await check('a permission that was taken away is no longer shown after a reload', async () => {
    await admin.put('/api/users/{id}/roles', { params: { path }, body: { roleIds: [] } });
    await page.reload();
    await page.getByText('session.owner@example.com').first().waitFor();
    await eventually(async () => expectEqual(await page.locator('[data-permission]').count(), 0));
  });
  await check('a user without roles sees the home page and not a blank page', async () => {
    await page.getByText('您好, Nick session.owner').waitFor();
  });
  await check('logging out with an expired token ends the session, without a message', async () => {
    await untilTokensExpire(page);
    await logOut(page);
    await eventually(async () => expectEqual(await sessionsOf(admin, account.id), 0));
    expectEqual(await messages(page), []);
  });
  await check('after a logout, the pages need a login', async () => {
    await page.reload();
    await open(page, '/home');
    await page.waitForURL('**/#/auth/login**');
  });
  await check('a session that an administrator has ended shows one message and the login page', async () => {
    await logIn(page, account);
    await open(page, '/profile');
    await eventually(async () =>
      expectEqual(await page.getByLabel('电子邮箱').inputValue(), 'session.owner@example.com'),
    );
    window.calls();
    await admin.delete('/api/users/{id}/sessions', { params: { path } });
    await page.waitForURL('**/#/auth/login?redirect=**');
    await page.locator('.ant-message-notice').first().waitFor();
    await page.waitForTimeout(500);
    expectEqual(await messages(page), ['登录认证过期，请重新登录后继续。']);
    expectEqual(refreshes(), 1);
  });
  await check('the next login returns to the page on which the session ended', async () => {
    await sendLogin(page, account);
    await page.waitForURL('**/#/profile');
  });
  await check('a disabled account is logged out, and its login shows the message of the service', async () => {
    await admin.patch('/api/users/{id}', { params: { path }, body: { status: 0 } });
    await page.reload();
    await page.waitForURL('**/#/auth/login**');
    await page.waitForTimeout(3500);
    await sendLogin(page, account);
    await page
      .locator('.ant-message-notice')
      .getByText(/user name|disabled/)
      .waitFor();
  });
  await check('no script of these pages has failed', async () => expectEqual(window.scriptErrors, []));
  await window.context.close();
}
