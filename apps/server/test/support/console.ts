import type { Locator, Page } from 'playwright-core';

interface Account {
  readonly username: string;
  readonly password: string;
}

/** Fills in and sends the log-in form, which is shown either on the page or in a dialog. */
export async function fillLogIn(page: Page, { username, password }: Account): Promise<void> {
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Opens a path of the console, such as `/users`, and logs in on the page that is shown. */
export async function logIn(page: Page, account: Account, path = '/'): Promise<void> {
  await page.goto(`/admin${path}`);
  await fillLogIn(page, account);
  await page.locator('main#content h1').waitFor();
}

export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { name, level: 1, exact: true });

/** Finds the panel of a screen that has this heading. */
export const panel = (page: Page, name: string): Locator =>
  page.locator('section.panel').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** Finds the button that saves the changes of all panels of a page. */
export const saveButton = (page: Page): Locator =>
  page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save', exact: true });

/** Finds the dialog that shows who would gain or lose access by a change. */
export const effectDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Do you want to save this?' });

/** Confirms a change that affects the access of users. */
export const confirmEffect = (page: Page): Promise<void> =>
  effectDialog(page).getByRole('button', { name: 'Save' }).click();

/** Finds a message that appears after an action. */
export const notice = (page: Page, text: string): Locator => page.locator('.notice').filter({ hasText: text }).first();

/** Undoes what a notice says. The notice about an earlier undo must be gone, because it says the same as the next one. */
export async function undo(page: Page, text: string): Promise<void> {
  const done = notice(page, 'Undone.');
  await done.waitFor({ state: 'detached' });
  await notice(page, text).getByRole('button', { name: 'Undo' }).click();
  await done.waitFor();
}

export const openScreen = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name, exact: true }).click();
  await heading(page, name).waitFor();
};

/** Opens the menu of the account in the header, unless it is open. */
export async function openAccountMenu(page: Page): Promise<void> {
  if (!(await page.locator('#account-menu').isVisible())) await page.locator('header.top .account').click();
}

export async function logOut(page: Page): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
}
