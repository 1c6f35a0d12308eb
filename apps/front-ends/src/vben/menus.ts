import { openWindow } from '../support/browser.ts';
import { eventually, expectEqual, expectThat } from '../support/checks.ts';
import type { FrontEndTestContext } from '../support/front-end.ts';
import { frontEndUrl } from '../support/service.ts';
import { chooseLanguage, createAccount, logIn, open, sidebar, tabs } from './page.ts';

/** Tests how the front end shows the menus of the service as pages. */
export async function lookAtMenus({ browser, check, service: { admin } }: FrontEndTestContext): Promise<void> {
  const account = await createAccount(admin, 'menu.reader', ['MODERATOR']);
  const { items: roles } = await admin.get('/api/roles', { params: { query: { code: 'MODERATOR' } } });
  const roleId = roles[0]?.id ?? '';
  const granted = (await admin.get('/api/roles/{roleId}/menus', { params: { path: { roleId } } })).map(({ id }) => id);
  const path = { roleId };
  const add = async (routeName: string, fields: object): Promise<string> => {
    const body = {
      routeName,
      routePath: `/${routeName}`,
      menuName: `The ${routeName}`,
      menuType: 2 as const,
      ...fields,
    };
    const { id } = await admin.post('/api/menus', { body });
    granted.push(id);
    return id;
  };
  const parentId = await add('samples', { menuType: 1, order: 7 });
  await add('second', { parentId, component: '/demos/antd/index', order: 2 });
  await add('first', { parentId, component: 'dashboard/workspace/index.vue', order: 1 });
  await add('hidden', { component: '/dashboard/analytics/index', hideInMenu: true });
  await add('disabled', { component: '/dashboard/analytics/index', status: 0 });
  await add('nowhere', { component: '/no/such/page' });
  await add('embedded', { component: 'view.iframe-page', href: `${frontEndUrl}/_app.config.js` });
  await add('outside', { href: `${frontEndUrl}/_app.config.js` });
  await add('pinned', { component: '/dashboard/analytics/index', fixedIndexInTab: 1 });
  await add('labelled', { component: '/dashboard/analytics/index', i18nKey: 'route.manage_role' });
  await add('unlabelled', { component: '/dashboard/analytics/index', i18nKey: 'route.no_such_key' });
  await add('asked', { component: '/dashboard/analytics/index', query: [{ key: 'from', value: 'menu' }] });
  await add('detail', { component: '/dashboard/analytics/index', hideInMenu: true, activeMenu: 'labelled' });
  await admin.post('/api/roles/{roleId}/menus', { params: { path }, body: { menuIds: granted } });

  const window = await openWindow(browser);
  const { page } = window;
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  const entry = (text: string) => sidebar(page).getByText(text, { exact: true });
  await logIn(page, account);

  await check('the built-in menus with a page are shown in Chinese', async () => {
    await entry('首页').waitFor();
    await entry('关于').waitFor();
  });
  await check('a menu without a page is not shown, and the browser console names it', async () => {
    expectEqual(await entry('The nowhere').count(), 0);
    const warning = warnings.find((text) => text.includes('no page')) ?? '';
    expectThat(warning.includes('nowhere') && warning.includes('manage_user'), warnings.join('\n'));
  });
  await check('a directory is not shown if none of its menus has a page', async () => {
    expectEqual(await entry('系统管理').count(), 0);
  });
  await check('a disabled menu is not shown', async () => {
    expectEqual(await entry('The disabled').count(), 0);
    await open(page, '/disabled');
    await page.getByText('哎呀！未找到页面').waitFor();
    await open(page, '/home');
  });
  await check('an open directory shows its menus in the order of the service', async () => {
    await entry('The samples').click();
    await entry('The second').waitFor();
    const texts = await sidebar(page).innerText();
    expectThat(texts.indexOf('The first') < texts.indexOf('The second'), texts);
  });
  await check('a menu whose component is a path below src/views opens that page', async () => {
    await entry('The second').click();
    await page.waitForURL('**/#/second');
    await page.getByText('Ant Design Vue').first().waitFor();
  });
  await check('a component may end with .vue and have no leading slash', async () => {
    await entry('The first').click();
    await page.waitForURL('**/#/first');
    expectEqual(await page.getByText('哎呀！未找到页面').count(), 0);
  });
  await check('a hidden menu is not in the sidebar, but its page can be opened by its address', async () => {
    expectEqual(await entry('The hidden').count(), 0);
    await open(page, '/hidden');
    await page.locator('canvas, .card-box').first().waitFor();
  });
  await check('a menu with an address and the component iframe-page embeds the address', async () => {
    await entry('The embedded').click();
    await page.locator(`iframe[src="${frontEndUrl}/_app.config.js"]`).waitFor();
  });
  await check('a menu with an address and no component opens the address in a new window', async () => {
    const [opened] = await Promise.all([window.context.waitForEvent('page'), entry('The outside').click()]);
    await opened.waitForURL('**/_app.config.js');
    await opened.close();
  });
  await check('a pinned tab is open from the beginning', async () => {
    await tabs(page).getByText('The pinned').waitFor();
  });
  await check('the label is the text of the i18nKey, or the name of the menu if the key has no text', async () => {
    await entry('角色管理').waitFor();
    await entry('The unlabelled').waitFor();
  });
  await check('labels, the names of tabs and the title of the page follow a change of the language', async () => {
    await entry('角色管理').click();
    await page.waitForURL('**/#/labelled');
    await chooseLanguage(page, 'English');
    await entry('Role Manage').waitFor();
    await tabs(page).getByText('Role Manage').waitFor();
    await eventually(async () => expectThat((await page.title()).startsWith('Role Manage - '), await page.title()));
    await chooseLanguage(page, '简体中文');
    await entry('角色管理').waitFor();
    expectEqual(await tabs(page).getByText('Role Manage').count(), 0);
  });
  await check('the query of a menu is in the address', async () => {
    await entry('The asked').click();
    await page.waitForURL('**/#/asked?from=menu');
  });
  await check('a page with an activeMenu highlights that menu', async () => {
    await open(page, '/detail');
    await sidebar(page).locator('.is-active').getByText('角色管理').waitFor();
  });
  await check('an unknown address shows the 404 page inside the layout', async () => {
    await open(page, '/no-such-address');
    await page.getByText('哎呀！未找到页面').waitFor();
  });
  await check('if the role loses menus, they disappear without a reload, with the open page and its tab', async () => {
    await open(page, '/labelled');
    await entry('角色管理').waitFor();
    await page.evaluate('window.isSamePage = true');
    await admin.post('/api/roles/{roleId}/menus', { params: { path }, body: { menuIds: [] } });
    await entry('The samples').waitFor({ state: 'detached' });
    await page.waitForURL('**/#/home');
    await page.getByText('menu.reader@example.com').first().waitFor();
    await eventually(async () => expectEqual(await page.getByText('角色管理').count(), 0));
    expectEqual(await page.evaluate('window.isSamePage'), true);
  });
  await check('the address of a page that is no longer granted shows the 404 page', async () => {
    await open(page, '/labelled');
    await page.getByText('哎呀！未找到页面').waitFor();
  });
  await check('no script of these pages has failed', async () => expectEqual(window.scriptErrors, []));
  await window.context.close();
}
