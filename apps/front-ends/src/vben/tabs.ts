import type { Page } from 'playwright-core';
import { openWindow } from '../support/browser.ts';
import { eventually, expectEqual, expectThat } from '../support/checks.ts';
import type { FrontEndTestContext } from '../support/front-end.ts';
import { createAccount, logIn, logOut, open, sessionsOf, untilTokensExpire } from './page.ts';

/** The time for which a refresh token may be used again after its first use, in milliseconds. */
const graceMs = 10_000;

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: '更新基本信息' }).click();
  await page.locator('.ant-message-notice').getByText('账户已更新').waitFor();
}

async function openAccount(page: Page): Promise<void> {
  await open(page, '/profile');
  await eventually(async () =>
    expectThat((await page.getByLabel('电子邮箱').inputValue()) !== '', 'The form is empty.'),
  );
}

/** Tests that two tabs of one browser share the session. */
export async function checkTabs({ browser, check, service: { admin } }: FrontEndTestContext): Promise<void> {
  const account = await createAccount(admin, 'tab.owner', ['USER']);
  const window = await openWindow(browser);
  const first = window.page;
  await logIn(first, account);
  const second = await window.context.newPage();
  await check('a second tab is logged in without a login', async () => {
    await openAccount(second);
    await openAccount(first);
  });
  await check('a tab refreshes the token', async () => {
    await untilTokensExpire(first);
    await save(first);
  });
  await check('the other tab, used more than ten seconds later, continues with the stored token', async () => {
    await second.waitForTimeout(graceMs + 2000);
    await save(second);
  });
  await check('the first tab also continues, and the service has one session', async () => {
    await untilTokensExpire(first);
    await first.waitForTimeout(graceMs);
    await save(first);
    expectEqual(await sessionsOf(admin, account.id), 1);
  });
  await check('a tab that stores new permission codes does not replace the token of another tab', async () => {
    await untilTokensExpire(first);
    await openAccount(first);
    await save(first);
    await second.waitForTimeout(graceMs + 2000);
    await save(second);
    // The first tab reads the permissions with its own access token, and vben stores its whole state.
    const { items } = await admin.get('/api/roles', { params: { query: { code: 'MODERATOR' } } });
    const roleIds = items.map(({ id }) => id);
    await admin.put('/api/users/{id}/roles', { params: { path: { id: account.id } }, body: { roleIds } });
    await first.bringToFront();
    await first.waitForTimeout(graceMs + 2000);
    await second.reload();
    await openAccount(second);
    await openAccount(first);
    expectEqual(await sessionsOf(admin, account.id), 1);
  });
  await check('after a logout in one tab, the other tab shows the login page without a user action', async () => {
    await logOut(first);
    await second.waitForURL('**/#/auth/login**');
    expectEqual(await sessionsOf(admin, account.id), 0);
  });
  await check('no script of these pages has failed', async () => expectEqual(window.scriptErrors, []));
  await window.context.close();
}
