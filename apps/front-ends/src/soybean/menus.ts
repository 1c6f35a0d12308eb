import { eventually, expectEqual } from '../support/checks.ts';
import type { FrontEndTestContext } from '../support/front-end.ts';
import { administrator } from '../support/service.ts';
import { answerDeletion, confirm, fieldOf, fill, messageOf, openLoggedIn, rowOf, writesIn } from './screen.ts';

/** Tests the management of menus, and the effect of menus on the routes. */
export async function checkMenus({ service, browser, check }: FrontEndTestContext): Promise<void> {
  const window = await openLoggedIn(browser);
  const { page } = window;
  const find = async (routeName: string) =>
    (await service.admin.get('/api/menus/tree')).find((menu) => menu.routeName === routeName);
  const administratorRole = async () =>
    (await service.admin.get('/api/roles', { params: { query: { code: 'ADMIN' } } })).items[0]?.id ?? '';
  /** Grants every menu to the role ADMIN. */
  const grantAll = async (): Promise<void> => {
    const { items } = await service.admin.get('/api/menus', { params: { query: { pageSize: 100 } } });
    const menuIds = items.map(({ id }) => id);
    const path = { roleId: await administratorRole() };
    await service.admin.post('/api/roles/{roleId}/menus', { params: { path }, body: { menuIds } });
  };

  await page.goto('/manage/menu');
  await check('the list shows the system menus with the texts of the locale files', () =>
    rowOf(page, 'System Manage').waitFor(),
  );
  await check('the form for a new page proposes the component and the layout that match its name', async () => {
    await page.getByRole('button', { name: 'Add' }).first().click();
    await page.locator('.n-modal').getByText('Menu', { exact: true }).first().click();
    await fill(page, 'Menu Name', 'Copy things');
    await fill(page, 'Route Name', 'plugin_copy');
    await eventually(async () =>
      expectEqual((await fieldOf(page, 'Page Component').innerText()).includes('plugin_copy'), true),
    );
    await eventually(async () =>
      expectEqual((await fieldOf(page, 'Layout Component').innerText()).includes('base'), true),
    );
  });
  await check('the form proposes the i18n key if the locale files contain the name', async () =>
    expectEqual(await fieldOf(page, 'I18n Key').locator('input').inputValue(), 'route.plugin_copy'),
  );
  await check('the form refuses a page without a component', async () => {
    await fill(page, 'Route Name', 'mine');
    await page.locator('.n-modal').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Add' }).first().click();
    await page.locator('.n-modal').getByText('Menu', { exact: true }).first().click();
    await fill(page, 'Menu Name', 'Mine');
    await fill(page, 'Route Name', 'mine');
    await confirm(page);
    await messageOf(page, 'Choose a page').waitFor();
  });
  await check('a name that the locale files lack gets no key, and the menu is added', async () => {
    expectEqual(await fieldOf(page, 'I18n Key').locator('input').inputValue(), '');
    await fieldOf(page, 'Page Component').locator('.n-base-selection').click();
    await page.locator('.n-base-select-option').filter({ hasText: 'about' }).click();
    await confirm(page);
    await messageOf(page, 'Add Success').waitFor();
    const menu = await find('mine');
    expectEqual([menu?.i18nKey, menu?.component], [null, 'layout.base$view.about']);
  });
  await check('an untouched form of a menu sends no change', async () => {
    await rowOf(page, 'User Center').getByRole('button', { name: 'Edit' }).click();
    await fieldOf(page, 'Menu Name').waitFor();
    window.calls();
    await confirm(page);
    await messageOf(page, 'Update Success').waitFor();
    expectEqual(writesIn(window.calls()), []);
  });
  await check('the form sends only the changed fields', async () => {
    await messageOf(page, 'Update Success').waitFor({ state: 'hidden' });
    await rowOf(page, 'Mine').getByRole('button', { name: 'Edit' }).click();
    await fill(page, 'Menu Name', 'Mine too');
    const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await confirm(page);
    expectEqual((await answered).request().postDataJSON(), { menuName: 'Mine too' });
    // The first response may refuse an expired token. The front end then repeats the call, so the message comes later.
    await messageOf(page, 'Update Success').waitFor();
  });
  await check('the new page appears with its name after a reload', async () => {
    await grantAll();
    await page.reload();
    await page.locator('.n-menu').getByText('Mine too').first().click();
    await page.waitForURL('**/mine');
  });
  await check('a root page without a component does not break the front end, and is named in a message', async () => {
    const menu = { routeName: 'broken', routePath: '/broken', menuType: 2 as const, menuName: 'Broken page' };
    await service.admin.post('/api/menus', { body: menu });
    await grantAll();
    await page.reload();
    await messageOf(page, 'Broken page').waitFor();
    await page.locator('.n-menu').getByText('System Manage').first().waitFor();
    expectEqual(await page.locator('.n-menu').getByText('Broken page').count(), 0);
  });
  await check('a demo page that calls a mock service is not shown', async () => {
    const menu = { routeName: 'alova', routePath: '/alova', menuType: 1 as const, menuName: 'Alova' };
    const { id: parentId } = await service.admin.post('/api/menus', { body: menu });
    const child = { routeName: 'alova_request', routePath: '/alova/request', menuType: 2 as const, menuName: 'Calls' };
    await service.admin.post('/api/menus', { body: { ...child, parentId, component: 'view.alova_request' } });
    await grantAll();
    await page.reload();
    await page.locator('.n-menu').getByText('System Manage').first().waitFor();
    expectEqual(await page.locator('.n-menu').getByText('Alova').count(), 0);
  });
  await page.goto('/manage/menu');
  await check('deleting a system menu asks for confirmation with its name and says how to restore it', async () => {
    await rowOf(page, 'About').getByRole('button', { name: 'Delete' }).click();
    await page.locator('.n-dialog').getByText('Delete About?').waitFor();
    await page.locator('.n-dialog').getByText('portcullis restore menus').waitFor();
    await answerDeletion(page, 'Cancel');
    expectEqual((await find('about'))?.menuName, 'About');
  });
  await check('deleting a menu with children is refused with the reason', async () => {
    await rowOf(page, 'System Manage').getByRole('button', { name: 'Delete' }).click();
    await answerDeletion(page, 'Delete');
    await messageOf(page, 'children').or(messageOf(page, 'below')).first().waitFor();
  });
  await check('the menu is Chinese in the Chinese front end', async () => {
    await page.evaluate(`localStorage.setItem('SOY_lang', '"zh-CN"')`);
    await page.reload();
    await page.locator('.n-menu').getByText('系统管理').first().waitFor();
  });
  await check(`the administrator is still ${administrator.username}`, () =>
    page.getByText(administrator.username, { exact: true }).first().waitFor(),
  );
  await check('no script of these pages has failed', async () => expectEqual(window.scriptErrors, []));
  await window.context.close();
}
