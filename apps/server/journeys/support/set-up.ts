import type { Page } from 'playwright-core';
import { heading } from '../../test/support/console.ts';

/** The first administrator of a service that is set up in the console. */
export const firstAdministrator = {
  username: 'boss',
  email: 'boss@example.com',
  password: 'chosen-at-the-first-start-1',
};

/** Fills in and sends the form that the set-up link opens. With demo data, waits until it is added. */
export async function setUp(page: Page, { demoData = false } = {}): Promise<void> {
  const { username, email, password } = firstAdministrator;
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  if (demoData) await page.getByLabel('Add demo data').check();
  await page.getByRole('button', { name: 'Start' }).click();
  if (demoData) await page.getByRole('button', { name: 'Continue' }).click({ timeout: 120_000 });
  await heading(page, 'Overview').waitFor();
}
