import { openWindow } from '../support/browser.ts';
import { expectEqual, expectThat } from '../support/checks.ts';
import type { FrontEndTestContext } from '../support/front-end.ts';
import { createAccount, logIn, open } from './page.ts';

/** Tests the pages on which a user who has forgotten the password requests a mail and chooses a new password. */
export async function lookAtReset({ browser, check, service: { admin, mailTo } }: FrontEndTestContext): Promise<void> {
  const account = await createAccount(admin, 'forgetful', ['USER']);
  const address = 'forgetful@example.com';
  const window = await openWindow(browser);
  const { page } = window;
  const inputs = page.locator('form input');
  const repeated = page.getByPlaceholder('确认新密码');
  const send = () => page.getByRole('button', { name: 'submit' }).click();
  const shown = (text: RegExp) => page.locator('.ant-message-notice').getByText(text).first().waitFor();
  const sent = () => window.calls().filter((call) => call.startsWith('POST') && call.includes('password-resets'));
  const choose = async (password: string, again: string): Promise<void> => {
    await inputs.nth(0).fill(password);
    await repeated.fill(again);
    window.calls();
    await send();
  };
  let link = '';

  await check('the login page leads to the page for a forgotten password', async () => {
    await open(page, '/auth/login');
    await page.getByText('忘记密码').click();
    await page.waitForURL('**/#/auth/forget-password');
  });
  await check('an empty request is not sent', async () => {
    window.calls();
    await send();
    await page.getByText('用户名或电子邮箱').last().waitFor();
    expectEqual(sent(), []);
  });
  await check('the page shows the same text for an unknown account', async () => {
    await inputs.first().fill('nobody.here');
    await send();
    await shown(/如果该账号存在/);
  });
  await check('an existing account gets a mail in the language of the page, with a link to it', async () => {
    await page.reload();
    await inputs.first().fill('forgetful');
    await send();
    await shown(/如果该账号存在/);
    const mail = await mailTo(address);
    expectThat(mail.startsWith('zh '), mail);
    link = mail.slice('zh '.length).trim();
    await page.goto(link);
    await repeated.waitFor();
  });
  await check('the form does not send two passwords that differ', async () => {
    await choose('a new long password', 'another long password');
    await page.getByText('两次输入的密码不一致').waitFor();
    expectEqual(sent(), []);
  });
  await check('a password that is too common is refused, and the message names the field', async () => {
    await choose('password', 'password');
    await shown(/New password: /);
  });
  await check('the new password is stored, and the login page follows', async () => {
    await choose('a new long password', 'a new long password');
    await shown(/密码已修改/);
    await page.waitForURL('**/#/auth/login');
    await page.getByRole('button', { name: 'login' }).waitFor();
  });
  await check('the link works once', async () => {
    await page.goto(link);
    await repeated.waitFor();
    await choose('a third long password', 'a third long password');
    await shown(/link/i);
  });
  await check('the new password works', async () => {
    const other = await openWindow(browser);
    await logIn(other.page, { ...account, password: 'a new long password' });
    await other.context.close();
  });
  await check('no script of these pages has failed', async () => expectEqual(window.scriptErrors, []));
  await window.context.close();
}
