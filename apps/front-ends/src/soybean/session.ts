import { openWindow } from '../support/browser.ts';
import { eventually, expectEqual, expectThat } from '../support/checks.ts';
import type { FrontEndTestContext } from '../support/front-end.ts';
import { administrator } from '../support/service.ts';
import { logIn, messageOf, openLoggedIn } from './screen.ts';

/** Tests login, registration, the user centre and logout. */
export async function checkSession({ service, browser, check }: FrontEndTestContext): Promise<void> {
  const window = await openWindow(browser);
  const { page } = window;
  await window.context.addInitScript(`localStorage.setItem('SOY_lang', '"en-US"')`);

  await check('the login page has no demo accounts and no login by code', async () => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Register' }).waitFor();
    const buttons = await page.getByRole('button').allInnerTexts();
    expectEqual(
      buttons.map((text) => text.trim()).filter((text) => text !== ''),
      ['Confirm', 'Register', 'Forget password?'],
    );
    expectEqual(await page.getByPlaceholder('Please enter user name').inputValue(), '');
  });
  await check('the address of a login method that was removed does not break the page', async () => {
    await page.goto('/login/code-login');
    await page
      .getByRole('button', { name: 'Confirm' })
      .or(page.getByRole('button', { name: 'Back to home' }))
      .waitFor();
  });
  await check('a wrong password shows the message of the service', async () => {
    await logIn(page, { ...administrator, password: 'not the password' });
    await messageOf(page, 'password').waitFor();
    expectThat(page.url().includes('/login'), page.url());
  });
  await check('the message of a refused registration names the field', async () => {
    await page.goto('/login/register');
    await page.getByPlaceholder('Please enter user name').fill('newcomer');
    await page.getByPlaceholder('Please enter email').fill('x@example.com');
    await page.getByPlaceholder('Please enter password', { exact: true }).fill('password');
    await page.getByPlaceholder('Please enter password again').fill('password');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await messageOf(page, 'Password: ').waitFor();
  });
  await check('registering logs in', async () => {
    await page.goto('/login/register');
    await page.getByPlaceholder('Please enter user name').fill('zoë.müller');
    await page.getByPlaceholder('Please enter email').fill('zoe@example.com');
    await page.getByPlaceholder('Please enter password', { exact: true }).fill('a long password');
    await page.getByPlaceholder('Please enter password again').fill('a long password');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.waitForURL('**/home');
  });
  await check('the home page greets the user and shows no invented numbers', async () => {
    await page.getByRole('heading', { name: 'Welcome back, zoë.müller' }).waitFor();
    expectEqual(await page.locator('canvas').count(), 0);
  });
  await check('the menu of a user without further roles has no management pages', async () =>
    expectEqual(await page.locator('.n-menu').getByText('System Manage').count(), 0),
  );

  await page.goto('/user-center');
  await check('the user centre changes the profile', async () => {
    const card = page.locator('.n-card').filter({ hasText: 'Profile' }).first();
    await card.locator('.n-form-item').filter({ hasText: 'Nick Name' }).locator('input').fill('Zoë');
    await card.getByRole('button', { name: 'Update' }).click();
    await messageOf(page, 'Update Success').waitFor();
    await page.reload();
    await eventually(async () =>
      expectEqual(
        await page.locator('.n-form-item').filter({ hasText: 'Nick Name' }).locator('input').inputValue(),
        'Zoë',
      ),
    );
  });
  await check('a profile is not overwritten if it was changed elsewhere, and a message gives the reason', async () => {
    const { items } = await service.admin.get('/api/users', { params: { query: { username: 'zoë.müller' } } });
    const path = { id: items[0]?.id ?? '' };
    await service.admin.patch('/api/users/{id}', { params: { path }, body: { nickName: 'Elsewhere' } });
    const card = page.locator('.n-card').filter({ hasText: 'Profile' }).first();
    await card.getByRole('button', { name: 'Update' }).click();
    await messageOf(page, 'Somebody else has changed this in the meantime (Nick Name)').waitFor();
    await card.getByRole('button', { name: 'Refresh' }).click();
    const nickName = card.locator('.n-form-item').filter({ hasText: 'Nick Name' }).locator('input');
    await eventually(async () => expectEqual(await nickName.inputValue(), 'Elsewhere'));
    await card.getByRole('button', { name: 'Update' }).click();
    await messageOf(page, 'Update Success').waitFor();
  });
  const other = await openLoggedIn(browser, { username: 'zoë.müller', password: 'a long password' });
  await check("the user centre lists the user's sessions and ends another session", async () => {
    const card = page.locator('.n-card').filter({ hasText: 'Sessions' }).last();
    await card.getByRole('button', { name: 'Refresh' }).click();
    await card.getByRole('button', { name: 'End' }).click();
    await eventually(async () => expectEqual(await card.locator('.n-list-item').count(), 1));
  });
  await check('the next call of the ended session leads to the login page', async () => {
    await other.page.goto('/user-center');
    await other.page.waitForURL('**/login**');
  });
  await other.context.close();
  await check('a wrong current password is refused and does not end the session', async () => {
    const inputs = page.locator('input[type=password]');
    await inputs.nth(0).fill('wrong');
    await inputs.nth(1).fill('another password');
    await inputs.nth(2).fill('another password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await messageOf(page, 'Current password').waitFor();
    expectThat(page.url().endsWith('/user-center'), page.url());
  });
  await check('the password is changed', async () => {
    await page.locator('input[type=password]').nth(0).fill('a long password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await messageOf(page, 'The password is changed').waitFor();
  });
  await check('logging out ends the session in the service', async () => {
    window.calls();
    await page.getByText('zoë.müller').first().click();
    await page.getByText('Logout', { exact: true }).click();
    await page.locator('.n-dialog').getByRole('button', { name: 'Confirm' }).click();
    await page.waitForURL('**/login**');
    expectThat(window.calls().includes('POST /api/auth/logout'), 'no call to /api/auth/logout');
  });
  await check('no script of these pages has failed', async () => expectEqual(window.scriptErrors, []));
  await window.context.close();
}
