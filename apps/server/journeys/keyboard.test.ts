import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { effectDialog, heading, notice, panel, saveButton } from '../test/support/console.ts';
import { administrator, aPerson } from '../test/support/service.ts';
import { useServiceAndBrowser } from './support/stage.ts';

const isFocused = async (element: Locator): Promise<boolean> =>
  (await element.and(element.page().locator(':focus')).count()) === 1;

/** Presses the Tab key until an element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  for (let presses = 0; presses < 150; presses += 1) {
    if (await isFocused(element)) return;
    await page.keyboard.press('Tab');
  }
  expect.fail(`The Tab key does not lead to ${String(element)}.`);
}

describe('The console without a mouse', () => {
  const stage = useServiceAndBrowser();

  it('lets an administrator log in, find a user, grant a role and log out', async () => {
    const person = await aPerson(stage.service());
    const { page } = await stage.open();
    const enter = async (element: Locator, key = 'Enter'): Promise<void> => {
      await tabTo(page, element);
      await page.keyboard.press(key);
    };
    await page.goto('/admin/');
    await tabTo(page, page.getByLabel('Username or e-mail'));
    await page.keyboard.type(administrator.username);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(administrator.password);
    await page.keyboard.press('Enter');
    await enter(page.getByRole('link', { name: 'Users', exact: true }));
    await heading(page, 'Users').waitFor();
    await tabTo(page, page.getByRole('searchbox'));
    await page.keyboard.type(person.username);
    await enter(page.getByRole('link', { name: person.username, exact: true }));
    await heading(page, person.username).waitFor();
    await enter(panel(page, 'Roles').getByLabel('MODERATOR'), 'Space');
    await enter(saveButton(page));
    await effectDialog(page).waitFor();
    await enter(effectDialog(page).getByRole('button', { name: 'Save' }));
    await notice(page, 'Saved.').waitFor();
    await enter(page.locator('header.top .account'));
    await enter(page.getByRole('button', { name: 'Log out' }));
    await heading(page, 'Log in').waitFor();
    const { data } = await person.api.get<{ roles: readonly string[] }>('/auth/profile');
    expect(data.roles).to.include('MODERATOR');
  });

  it('keeps the focus in a dialog, closes the dialog with Escape, and focuses the button again', async () => {
    const page = await stage.openLoggedIn(undefined, '/users');
    const button = page.getByRole('button', { name: 'Create user' });
    await tabTo(page, button);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press('Tab');
      // After the last element of the dialog, the focus moves to the controls of the browser.
      // Then `document.activeElement` is `body`.
      const isInside = `document.activeElement.matches('body, dialog *')`;
      expect(await page.evaluate<boolean>(isInside)).to.equal(true);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button.and(page.locator(':focus')).waitFor({ timeout: 5000 });
  });
});
