import type { Browser, Locator, Page } from 'playwright-core';
import { openWindow, type Window } from '../support/browser.ts';
import { administrator } from '../support/service.ts';

interface Account {
  readonly username: string;
  readonly password: string;
}

/** Fills the login form and sends it. */
export async function logIn(page: Page, { username, password }: Account): Promise<void> {
  await page.goto('/login');
  await page.getByPlaceholder('Please enter user name').fill(username);
  await page.getByPlaceholder('Please enter password').fill(password);
  await page.getByRole('button', { name: 'Confirm' }).click();
}

/** Opens a window in English and logs in. */
export async function openLoggedIn(browser: Browser, account: Account = administrator): Promise<Window> {
  const window = await openWindow(browser);
  // Without a stored language, the front end would be Chinese.
  await window.context.addInitScript(
    `if (origin !== 'null') localStorage.getItem('SOY_lang') ?? localStorage.setItem('SOY_lang', '"en-US"')`,
  );
  await logIn(window.page, account);
  await window.page.waitForURL('**/home');
  return window;
}

/** Locates the first table row that contains a text. */
export const rowOf = (page: Page, text: string): Locator =>
  page.locator('.n-data-table-tbody tr').filter({ hasText: text }).first();

/** Locates a message that is shown at the top for a few seconds. */
export const messageOf = (page: Page, text: string): Locator =>
  page.locator('.n-message').filter({ hasText: text }).first();

/** Locates the field with a label in the open drawer or dialog. */
export const fieldOf = (page: Page, label: string): Locator =>
  page
    .locator('.n-drawer, .n-modal')
    .locator('.n-form-item')
    .filter({ has: page.locator('.n-form-item-label', { hasText: new RegExp(`^\\s*${label}\\s*\\*?\\s*$`) }) });

/** Locates the checkbox of an entry in the open tree. */
export const boxOf = (page: Page, entry: string): Locator =>
  page
    .locator('.n-modal .n-tree-node')
    .filter({ has: page.getByText(entry, { exact: true }) })
    .locator('.n-checkbox');

/** Fills a text field of the open drawer or dialog. */
export const fill = (page: Page, label: string, text: string): Promise<void> =>
  fieldOf(page, label).locator('input').first().fill(text);

/** Confirms the open drawer or dialog. */
export const confirm = (page: Page): Promise<void> =>
  page.locator('.n-drawer, .n-modal').getByRole('button', { name: 'Confirm', exact: true }).last().click();

/** Clicks a button of the dialog that asks for confirmation before a deletion. */
export const answerDeletion = (page: Page, answer: 'Delete' | 'Cancel'): Promise<void> =>
  page.locator('.n-dialog').getByRole('button', { name: answer, exact: true }).click();

/** Returns the calls that change something, except the calls that refresh tokens. */
export const writesIn = (calls: readonly string[]): readonly string[] =>
  calls.filter((call) => !call.startsWith('GET') && call !== 'POST /api/auth/refresh');
