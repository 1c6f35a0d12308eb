import { openWindow } from '../support/browser.ts';
import { eventually, expectEqual } from '../support/checks.ts';
import type { FrontEndTestContext } from '../support/front-end.ts';
import { createAccount, logIn, messages, open, sidebar, untilTokensExpire } from './page.ts';

/**
 * Tests that an open page updates its menu and its permission codes when the user's roles change. The service announces
 * the change in its stream.
 */
export async function lookAtLiveUpdates({ browser, check, service: { admin } }: FrontEndTestContext): Promise<void> {
  const account = await createAccount(admin, 'live.reader', []);
  const menu = { routeName: 'livepage', routePath: '/livepage', menuType: 2 as const, menuName: 'The live page' };
  const { id: menuId } = await admin.post('/api/menus', { body: { ...menu, component: '/dashboard/analytics/index' } });
  const { items: permissions } = await admin.get('/api/permissions', { params: { query: { pageSize: 100 } } });
  const role = await admin.post('/api/roles', { body: { code: 'LIVE', name: 'Live' } });
  const path = { roleId: role.id };
  const permissionIds = permissions.filter(({ code }) => code === 'user.read').map(({ id }) => id);
  await admin.post('/api/roles/{roleId}/menus', { params: { path }, body: { menuIds: [menuId] } });
  await admin.post('/api/roles/{roleId}/permissions', { params: { path }, body: { permissionIds } });
  const give = (roleIds: string[]) =>
    admin.put('/api/users/{id}/roles', { params: { path: { id: account.id } }, body: { roleIds } });

  const window = await openWindow(browser);
  const { page } = window;
  await logIn(page, account);
  await page.evaluate('window.isSamePage = true');
  const entry = sidebar(page).getByText('The live page', { exact: true });

  await check('if another session adds a role, its menu and permissions appear without a reload', async () => {
    await give([role.id]);
    await entry.waitFor();
    await eventually(async () => expectEqual(await page.locator('[data-permission]').count(), 1));
  });
  await check('a change during a navigation does not cancel the navigation', async () => {
    // The scripts of the next page arrive only after the menu has changed.
    await page.route('**/*.js', async (request) => {
      await entry.waitFor({ state: 'detached' }).catch(() => undefined);
      await request.continue();
    });
    await open(page, '/profile?tab=one');
    await give([]);
    await page.getByLabel('昵称').waitFor();
    expectEqual(new URL(page.url()).hash, '#/profile?tab=one');
    await page.unroute('**/*.js');
    await open(page, '/home');
    await give([role.id]);
    await page.locator('[data-permission]').waitFor();
    await entry.waitFor();
  });
  await check('text in a form stays when the menu changes', async () => {
    await open(page, '/profile');
    const nickName = page.getByLabel('昵称');
    await eventually(async () => expectEqual(await nickName.inputValue(), 'Nick live.reader'));
    await nickName.fill('Half a na');
    await give([]);
    await entry.waitFor({ state: 'detached' });
    expectEqual(await nickName.inputValue(), 'Half a na');
    await open(page, '/home');
  });
  await check('live updates continue after the token has expired', async () => {
    await untilTokensExpire(page);
    await give([role.id]);
    await entry.waitFor();
  });
  await check('if the role of an open page is taken away, another page is shown and the tab is closed', async () => {
    await entry.click();
    await page.waitForURL('**/#/livepage');
    await give([]);
    await page.waitForURL('**/#/home');
    await eventually(async () => expectEqual(await page.getByText('The live page').count(), 0));
  });
  await check('the page was never reloaded and showed no message during the previous checks', async () => {
    expectEqual(await page.evaluate('window.isSamePage'), true);
    expectEqual(await messages(page), []);
  });
  await check('if an administrator ends the session, the login page appears without a user action', async () => {
    await admin.delete('/api/users/{id}/sessions', { params: { path: { id: account.id } } });
    await page.waitForURL('**/#/auth/login**');
  });
  await check('no script of these pages has failed', async () => expectEqual(window.scriptErrors, []));
  await window.context.close();
}
