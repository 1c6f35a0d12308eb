import { eventually, expectEqual, expectThat } from '../support/checks.ts';
import type { FrontEndTestContext } from '../support/front-end.ts';
import { messageOf, openLoggedIn, rowOf } from './screen.ts';

/** Checks the screens of moderators, the revocation of a role while a page is open, and expired tokens. */
export async function checkAccess({ service, browser, check }: FrontEndTestContext): Promise<void> {
  const roles = (await service.admin.get('/api/roles')).items;
  const account = { username: 'mia', password: 'password of mia', email: 'mia@example.com' };
  const roleIds = roles.filter(({ code }) => code === 'MODERATOR').map(({ id }) => id);
  const { id } = await service.admin.post('/api/users', { body: { ...account, roleIds } });
  const window = await openLoggedIn(browser, account);
  const { page } = window;

  await page.goto('/manage/user');
  await check('a moderator sees the users, but no buttons for operations that would be refused', async () => {
    await rowOf(page, 'admin').waitFor();
    const buttons = await page.locator('.n-card').getByRole('button').allInnerTexts();
    expectEqual(
      buttons.filter((text) => /Add|Edit|Delete/.test(text)),
      [],
    );
  });
  await check('a moderator sees no management of roles and menus', async () => {
    expectEqual(await page.locator('.n-menu').getByText('Role Manage').count(), 0);
    expectEqual(await page.locator('.n-menu').getByText('Menu Manage').count(), 0);
  });
  await check('an invalid token leads to the login page', async () => {
    await page.evaluate(`localStorage.setItem('SOY_token', '"not a token"')`);
    await page.goto('/home');
    await page.waitForURL('**/login**');
  });
  const second = await openLoggedIn(browser, account);
  await check('two tabs whose token has expired renew it without losing the session', async () => {
    const other = await second.context.newPage();
    await Promise.all([second.page, other].map((tab) => tab.goto('/user-center')));
    await new Promise((resolve) => setTimeout(resolve, 11_000));
    second.calls();
    const refresh = (tab: typeof other) =>
      tab.locator('.n-card').last().getByRole('button', { name: 'Refresh' }).click();
    const made: string[] = [];
    await eventually(async () => {
      await Promise.all([refresh(second.page), refresh(other)]);
      made.push(...second.calls());
      expectThat(made.includes('POST /api/auth/refresh'), 'no token was renewed');
    });
    await refresh(other);
    await other.locator('.n-list-item').first().waitFor();
    expectEqual(
      [second.page, other].map((tab) => tab.url().includes('/login')),
      [false, false],
    );
    await other.close();
  });
  // This simulates a proxy that does not forward streams.
  await second.context.route('**/api/me/stream', (request) => request.abort());
  await check('without live updates, the front end notices a revoked role at the first refused call', async () => {
    await second.page.goto('/manage/user');
    await rowOf(second.page, 'admin').waitFor();
    const userRole = roles.filter(({ code }) => code === 'USER').map((role) => role.id);
    await service.admin.put('/api/users/{id}/roles', { params: { path: { id } }, body: { roleIds: userRole } });
    await second.page.getByRole('button', { name: 'Refresh' }).first().click();
    await messageOf(second.page, 'Your rights were read again').waitFor();
    // The front end closes the page and shows the neighbouring tab.
    await second.page.waitForURL(({ pathname }) => !pathname.startsWith('/manage'));
    await eventually(async () =>
      expectEqual(await second.page.locator('.n-menu').getByText('System Manage').count(), 0),
    );
  });
  await check('the tabs of pages that are no longer granted are closed', async () =>
    expectEqual(await second.page.getByText('User Manage').count(), 0),
  );
  await check('the page stays usable', async () => {
    await second.page.goto('/user-center');
    await second.page.getByText('Change password').first().waitFor();
  });
  await check('a page that is not granted shows 403 and a link back', async () => {
    await second.page.goto('/manage/user');
    await second.page.getByRole('button', { name: 'Back to home' }).click();
    await second.page.waitForURL('**/home');
  });
  await check('no script of these pages has failed', async () =>
    expectEqual([...window.scriptErrors, ...second.scriptErrors], []),
  );
  await window.context.close();
  await second.context.close();
}
