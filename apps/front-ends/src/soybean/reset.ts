import { openWindow } from '../support/browser.ts';
import { eventually, expectEqual, expectThat } from '../support/checks.ts';
import type { FrontEndTestContext } from '../support/front-end.ts';
import { logIn, messageOf } from './screen.ts';

/** Tests the pages on which a user who has forgotten the password requests a mail and chooses a new password. */
export async function checkReset({ service, browser, check }: FrontEndTestContext): Promise<void> {
  const account = { username: 'forgetful', password: 'a forgotten password', email: 'forgetful@example.com' };
  const { items } = await service.admin.get('/api/roles', { params: { query: { code: 'USER' } } });
  await service.admin.post('/api/users', { body: { ...account, roleIds: items.map(({ id }) => id) } });
  const window = await openWindow(browser);
  const { page } = window;
  await window.context.addInitScript(`localStorage.setItem('SOY_lang', '"en-US"')`);
  const send = () => page.getByRole('button', { name: 'Confirm' }).click();
  const request = async (login: string): Promise<void> => {
    await page.goto('/login/reset-pwd');
    await page.getByPlaceholder('User name or e-mail address').fill(login);
    await send();
    await page.getByText('If there is such an account').waitFor();
  };
  const choose = async (password: string, repeated: string): Promise<void> => {
    await page.getByPlaceholder('New password').fill(password);
    await page.getByPlaceholder('Please enter password again').fill(repeated);
    window.calls();
    await send();
  };
  let link = '';

  await check('the login page leads to the page for a forgotten password', async () => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Forget password?' }).click();
    await page.waitForURL('**/login/reset-pwd**');
    await page.getByText('Reset Password').waitFor();
  });
  await check('an empty request is not sent', async () => {
    window.calls();
    await send();
    await page.locator('.n-form-item-feedback').first().waitFor();
    expectEqual(
      window.calls().filter((call) => call.includes('password-resets')),
      [],
    );
  });
  await check('the page shows the same text for an unknown account', () => request('nobody.here'));
  await check('an existing account gets a mail with a link to this front end', async () => {
    await request(account.email);
    const mail = await service.mailTo(account.email);
    expectThat(mail.startsWith('en '), mail);
    link = mail.slice('en '.length).trim();
    await page.goto(link);
    await page.getByPlaceholder('New password').waitFor();
  });
  await check('the token of the link is not in any request of the page', async () => {
    await page.reload();
    await page.getByPlaceholder('New password').waitFor();
    expectThat(!window.calls().some((call) => call.includes('reset=')), 'the token was sent');
  });
  await check('the form does not send two passwords that differ', async () => {
    await choose('a new long password', 'another long password');
    await page.locator('.n-form-item-feedback').first().waitFor();
    expectEqual(
      window.calls().filter((call) => call.includes('password-resets')),
      [],
    );
  });
  await check('a password that is too common is refused, and the message names the field', async () => {
    await choose('password', 'password');
    await messageOf(page, 'New password: ').waitFor();
  });
  await check('the new password is stored, and the login page follows', async () => {
    await choose('a new long password', 'a new long password');
    await messageOf(page, 'The password is changed').waitFor();
    await page.waitForURL('**/login/pwd-login');
  });
  await check('the link works once', async () => {
    await page.goto('/login');
    await page.goto(link);
    await choose('a third long password', 'a third long password');
    await messageOf(page, 'link').waitFor();
  });
  await check('the old password does not work, the new one does', async () => {
    await logIn(page, account);
    await messageOf(page, 'password').waitFor();
    await logIn(page, { ...account, password: 'a new long password' });
    await page.waitForURL('**/home');
    await eventually(async () => expectEqual(await page.getByText('Welcome back, forgetful').count(), 1));
  });
  await check('no script of these pages has failed', async () => expectEqual(window.scriptErrors, []));
  await window.context.close();
}
