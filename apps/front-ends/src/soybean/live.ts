import { eventually, expectEqual } from '../support/checks.ts';
import type { FrontEndTestContext } from '../support/front-end.ts';
import { openLoggedIn, rowOf } from './screen.ts';

/**
 * Tests that an open page updates its menu when the user's roles change. The service announces the change in its
 * stream.
 */
export async function checkLiveUpdates({ service, browser, check }: FrontEndTestContext): Promise<void> {
  const roles = (await service.admin.get('/api/roles')).items;
  const idsOf = (wanted: string) => roles.filter(({ code }) => code === wanted).map(({ id }) => id);
  const account = { username: 'liv', password: 'password of liv', email: 'liv@example.com' };
  const { id } = await service.admin.post('/api/users', { body: { ...account, roleIds: idsOf('MODERATOR') } });
  const give = (code: string) =>
    service.admin.put('/api/users/{id}/roles', { params: { path: { id } }, body: { roleIds: idsOf(code) } });
  const window = await openLoggedIn(browser, account);
  const { page } = window;
  const management = page.locator('.n-menu').getByText('System Manage');
  await management.waitFor();
  await page.evaluate('window.isSamePage = true');

  await check('if another session takes away a role, its menu disappears without a reload', async () => {
    await give('USER');
    await eventually(async () => expectEqual(await management.count(), 0));
  });
  await check('if another session adds a role, its menu appears without a reload', async () => {
    await give('MODERATOR');
    await management.waitFor();
  });
  await check('live updates continue after the token has expired', async () => {
    await page.waitForTimeout(12_000);
    await give('USER');
    await eventually(async () => expectEqual(await management.count(), 0));
    await give('MODERATOR');
    await management.waitFor();
  });
  await check('if the role of an open page is taken away, another page is shown and the tab is closed', async () => {
    await management.click();
    await page.locator('.n-menu').getByText('User Manage').click();
    await rowOf(page, 'admin').waitFor();
    await give('USER');
    await page.waitForURL(({ pathname }) => !pathname.startsWith('/manage'));
    await eventually(async () => expectEqual(await page.getByText('User Manage').count(), 0));
  });
  await check('the page was never reloaded during the previous checks', async () =>
    expectEqual(await page.evaluate('window.isSamePage'), true),
  );
  await check('if an administrator ends the session, the login page appears without a user action', async () => {
    await service.admin.delete('/api/users/{id}/sessions', { params: { path: { id } } });
    await page.waitForURL('**/login**');
  });
  await check('no script of these pages has failed', async () => expectEqual(window.scriptErrors, []));
  await window.context.close();
}
