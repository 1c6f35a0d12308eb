import { openWindow } from '../support/browser.ts';
import { eventually, expectEqual, expectThat } from '../support/checks.ts';
import type { FrontEndTestContext } from '../support/front-end.ts';
import { createAccount, logIn, messages, open, sendLogin, sessionsOf } from './page.ts';

/** Tests the page of the user's own account. */
export async function checkAccount({ browser, check, service: { admin } }: FrontEndTestContext): Promise<void> {
  const account = await createAccount(admin, 'account.owner', ['USER']);
  const stored = () => admin.get('/api/users/{id}', { params: { path: { id: account.id } } });
  const window = await openWindow(browser);
  const { page } = window;
  await logIn(page, account);
  await open(page, '/profile');
  const field = (name: string) => page.getByLabel(name);
  const save = () => page.getByRole('button', { name: '更新基本信息' }).click();
  const shown = (text: RegExp) => page.locator('.ant-message-notice').getByText(text).waitFor();

  await check('the account page shows the stored values', async () => {
    await eventually(async () => expectEqual(await field('昵称').inputValue(), 'Nick account.owner'));
    expectEqual(await field('电子邮箱').inputValue(), 'account.owner@example.com');
  });
  await check('the account page has no settings that the service does not store', async () => {
    expectEqual(await page.getByRole('tab').allInnerTexts(), ['账户', '密码']);
  });
  await check('the user name cannot be edited', async () => expectEqual(await field('用户名').isDisabled(), true));
  await check('a changed nickname is stored and appears in the greeting', async () => {
    await field('昵称').fill('The Owner');
    await save();
    await shown(/账户已更新/);
    expectEqual((await stored()).nickName, 'The Owner');
    await open(page, '/home');
    await page.getByText('您好, The Owner').waitFor();
    await open(page, '/profile');
  });
  await check('if the service refuses a phone number, the message names the field', async () => {
    await eventually(async () => expectEqual(await field('昵称').inputValue(), 'The Owner'));
    await field('手机号码').fill('no number');
    await save();
    await shown(/^Phone: /);
    expectEqual((await stored()).phone, null);
  });
  await check('an e-mail address that is taken shows the message of the service', async () => {
    await field('手机号码').fill('');
    await field('电子邮箱').fill('admin@example.com');
    await save();
    await shown(/e-mail/i);
    expectEqual((await stored()).email, 'account.owner@example.com');
  });
  await check('an account is not overwritten if it was changed elsewhere, and a message gives the reason', async () => {
    await page.reload();
    await eventually(async () => expectEqual(await field('昵称').inputValue(), 'The Owner'));
    const path = { id: account.id };
    await page.context().route('**/api/me/stream*', (request) => request.abort());
    await admin.patch('/api/users/{id}', { params: { path }, body: { phone: '123' } });
    await field('昵称').fill('Overwritten');
    await save();
    await shown(/在别处被修改/);
    expectEqual((await stored()).nickName, 'The Owner');
    await page.reload();
    await eventually(async () => expectEqual(await field('手机号码').inputValue(), '123'));
  });
  await page.getByRole('tab', { name: '密码' }).click();
  const change = async (current: string, next: string, repeated: string) => {
    const inputs = page.locator('form input');
    await inputs.nth(0).fill(current);
    await inputs.nth(1).fill(next);
    await inputs.nth(2).fill(repeated);
    window.calls();
    await page.getByRole('button', { name: '更新密码' }).click();
  };
  const next = 'another long password 2';
  await check('the form does not send two new passwords that differ', async () => {
    await change(account.password, next, `${next}3`);
    await page.getByText('两次输入的密码不一致').waitFor();
    expectThat(!window.calls().some((call) => call.includes('password')), 'the password was sent');
  });
  await check('a wrong current password shows the message of the service', async () => {
    await change('not the password', next, next);
    await shown(/current password|Current password/);
  });
  await check('if a new password is too short, the message names the field', async () => {
    await change(account.password, 'short', 'short');
    await shown(/8 to 128 characters/);
  });
  await check('changing the password does not end this session', async () => {
    await change(account.password, next, next);
    await shown(/密码已修改/);
    expectEqual(await sessionsOf(admin, account.id), 1);
    await page.reload();
    await page.getByRole('tab', { name: '账户' }).waitFor();
  });
  await check('after a change of the password, only the new password logs in', async () => {
    const other = await openWindow(browser);
    await open(other.page, '/auth/login');
    await sendLogin(other.page, account);
    await other.page.locator('.ant-message-notice').first().waitFor();
    expectEqual((await messages(other.page)).length, 1);
    await logIn(other.page, { ...account, password: next });
    await other.context.close();
  });
  await check('no script of these pages has failed', async () => expectEqual(window.scriptErrors, []));
  await window.context.close();
}
