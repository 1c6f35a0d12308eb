import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openAccountMenu } from '../test/support/console.ts';
import { administrator, unique } from '../test/support/service.ts';
import { goTo } from './support/screens.ts';
import { useServiceAndBrowser } from './support/stage.ts';

const arabic = 'مرحبا بالعالم';

/** A script that returns the texts that begin with Arabic letters, but are written from left to right. */
const misplaced = `[...document.querySelectorAll('main *')]
  .filter((element) => [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && /^\\s*[\\u0600-\\u06FF]/.test(data)))
  .concat([...document.querySelectorAll('main :is(input, textarea)')].filter(({ value }) => /^\\s*[\\u0600-\\u06FF]/.test(value)))
  .filter((element) => !element.matches('option, title'))
  .filter((element) => getComputedStyle(element).direction !== 'rtl')
  .map(({ outerHTML }) => outerHTML.slice(0, 160))`;

/** A script that returns the sentences in which an Arabic name could move the words around it. */
const mixed = `[...document.querySelectorAll('main *')]
  .flatMap(({ childNodes }) => [...childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data))
  .filter((text) => /[A-Za-z\\u4E00-\\u9FFF].*[\\u0600-\\u06FF]/.test(text.replaceAll(/\\u2068[^\\u2069]*\\u2069/g, '')))`;

const countArabic = `(document.querySelector('main').innerText.match(/[\\u0600-\\u06FF]+/g) ?? []).length +
  [...document.querySelectorAll('main :is(input, textarea)')].filter(({ value }) => /[\\u0600-\\u06FF]/.test(value)).length`;

describe('Texts of people that are written from right to left', () => {
  const stage = useServiceAndBrowser();
  const addresses: string[] = [];

  before(async () => {
    const { admin } = stage.service();
    const idOf = async (path: string, body: object): Promise<string> => {
      const { status, data } = await admin.post<{ id: string }>(path, body);
      expect(status, path).to.be.oneOf([200, 201]);
      return data.id;
    };
    const name = `${arabic} ${unique()}`;
    const role = await idOf('/roles', { code: `R_${Date.now()}`, name, description: arabic });
    const user = await idOf('/users', {
      username: unique(),
      email: `${unique()}@example.com`,
      password: 'a password of 30 characters 1',
      nickName: arabic,
      roleIds: [role],
    });
    const category = await idOf('/categories', { name, description: arabic });
    await idOf('/tags', { name });
    const content = await idOf('/contents', { title: name, summary: arabic, contentMd: arabic, categoryId: category });
    addresses.push('/users', `/users/${user}`, '/roles', `/roles/${role}`, '/categories', '/tags');
    const menu = await idOf('/menus', { routeName: unique('m'), routePath: '/x', menuType: 1, menuName: arabic });
    const attribute = { label: arabic, type: 'string', readableBy: 'self', writableBy: 'admin' };
    await admin.put('/user-attributes', { attributes: [{ name: 'team', ...attribute }] });
    addresses.push(`/contents/${content}/draft`, `/menus?menu=${menu}`, '/user-attributes');
    addresses.push(`/categories?category=${category}`, '/contents', `/contents/${content}`, '/activity', '/overview');
  });

  async function problemsOn(page: Page): Promise<Readonly<Record<string, readonly string[]>>> {
    const found: Record<string, readonly string[]> = {};
    let texts = 0;
    for (const address of addresses) {
      await goTo(page, address);
      texts += await page.evaluate<number>(countArabic);
      const problems = await page.evaluate<readonly string[]>(`[...${misplaced}, ...${mixed}]`);
      if (problems.length > 0) found[address] = problems;
    }
    expect(texts).to.be.greaterThan(addresses.length);
    return found;
  }

  for (const locale of ['en-GB', 'zh-CN'])
    it(`are written so in an interface that is not, in ${locale}`, async () => {
      const { page } = await stage.open({ locale });
      await page.goto('/admin/');
      const isChinese = locale === 'zh-CN';
      await page.getByLabel(isChinese ? '用户名或电子邮箱' : 'Username or e-mail').fill(administrator.username);
      await page.getByLabel(isChinese ? '密码' : 'Password', { exact: true }).fill(administrator.password);
      await page.getByRole('button', { name: isChinese ? '登录' : 'Log in', exact: true }).click();
      await page.locator('main#content h1').waitFor();
      expect(await problemsOn(page)).to.deep.equal({});
    });

  it('keep the names of built-in roles and menus in the language of the reader', async () => {
    const page = await stage.openLoggedIn(undefined, '/roles');
    await page.getByRole('link', { name: 'Administrator' }).waitFor();
    await openAccountMenu(page);
    await page.getByLabel('Language').selectOption('zh');
    await page.getByRole('link', { name: '管理员' }).waitFor();
    await goTo(page, '/menus');
    await page.getByText('系统管理').waitFor();
  });
});
