import type { Client } from '@portcullis/client';
import type { Page } from 'playwright-core';

/** The lifetime of access tokens in seconds. It is short, so that checks can wait until tokens expire. */
export const tokenSeconds = 4;

/** Waits until every access token has expired. */
export const untilTokensExpire = (page: Page): Promise<void> => page.waitForTimeout((tokenSeconds + 1) * 1000);

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Opens a page by its path. Only the part after `#` changes, so the browser does not reload the page. */
export const open = async (page: Page, path: string): Promise<void> => void (await page.goto(`/#${path}`));

/** Fills the login form and sends it. */
export async function sendLogin(page: Page, { username, password }: Credentials): Promise<void> {
  await page.locator('input[type=password]').waitFor();
  await page.locator('form input').first().fill(username);
  await page.locator('input[type=password]').fill(password);
  await page.getByRole('button', { name: 'login' }).click();
}

/** Logs in and waits for the first page. */
export async function logIn(page: Page, credentials: Credentials): Promise<void> {
  await open(page, '/auth/login');
  await sendLogin(page, credentials);
  await page.waitForURL('**/#/home');
  await sidebar(page).waitFor();
}

/** Logs out with the user menu, and confirms the dialog. */
export async function logOut(page: Page): Promise<void> {
  await page.locator('header').getByRole('button').last().click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('button', { name: /^确\s?认$/ }).click();
  await page.waitForURL('**/#/auth/login**');
}

export const sidebar = (page: Page) => page.locator('aside').first();

/** Returns the names of the tabs above the page. */
export const tabs = (page: Page) => page.locator('.tabs-chrome__item');

/** Changes the language with the button in the header. */
export async function chooseLanguage(page: Page, name: string): Promise<void> {
  await page.locator('header').locator('button:has(svg.lucide-languages)').click();
  await page.getByRole('menuitem', { name }).click();
}

/** Returns the error messages that the page currently shows. */
export const messages = (page: Page): Promise<readonly string[]> =>
  page.locator('.ant-message-error').allTextContents();

/** Returns the number of active sessions of a user. */
export async function sessionsOf(admin: Client, id: string): Promise<number> {
  return (await admin.get('/api/users/{id}/sessions', { params: { path: { id } } })).total;
}

const password = 'a long enough password 1';

/**
 * Creates an account with roles.
 * @param roles the codes of the roles
 */
export async function createAccount(admin: Client, username: string, roles: readonly string[]) {
  const { items } = await admin.get('/api/roles', { params: { query: { pageSize: 100 } } });
  const roleIds = items.filter(({ code }) => roles.includes(code)).map(({ id }) => id);
  const { id } = await admin.post('/api/users', {
    body: { username, email: `${username}@example.com`, password, nickName: `Nick ${username}`, roleIds },
  });
  return { id, username, password };
}
