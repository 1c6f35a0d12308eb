import { eventually, expectEqual, expectThat } from '../support/checks.ts';
import type { FrontEndTestContext } from '../support/front-end.ts';
import { answerDeletion, confirm, fieldOf, fill, messageOf, openLoggedIn, rowOf, writesIn } from './screen.ts';

/** Tests the management of users. */
export async function checkUsers({ service, browser, check }: FrontEndTestContext): Promise<void> {
  const window = await openLoggedIn(browser);
  const { page } = window;
  const filtered = async (username: string) =>
    (await service.admin.get('/api/users', { params: { query: { username } } })).items;

  await page.goto('/manage/user');
  await check('the list shows the users', () => rowOf(page, 'admin').waitFor());
  await check('a user with accents and dots, and any phone number, is added', async () => {
    await page.getByRole('button', { name: 'Add' }).click();
    await fill(page, 'User Name', 'rené.o-x');
    await fill(page, 'Phone Number', '+49 (30) 123-45');
    await fill(page, 'Email', 'rene@example.com');
    await fill(page, 'Password', 'password of rené');
    await confirm(page);
    await messageOf(page, 'Add Success').waitFor();
    expectEqual(
      (await filtered('rené.o-x')).map(({ phone }) => phone),
      ['+49 (30) 123-45'],
    );
  });
  await check('an e-mail address and a password are required', async () => {
    await page.getByRole('button', { name: 'Add' }).click();
    await fill(page, 'User Name', 'nobody');
    await confirm(page);
    await fieldOf(page, 'Email').locator('.n-form-item-feedback').waitFor();
    await fieldOf(page, 'Password').locator('.n-form-item-feedback').getByText('password').waitFor();
  });
  await check('the form and the service refuse the same phone numbers', async () => {
    await fill(page, 'Phone Number', '12 ext 3');
    await confirm(page);
    await fieldOf(page, 'Phone Number').getByText('Phone number format is incorrect').waitFor();
    await page.locator('.n-drawer').getByRole('button', { name: 'Cancel' }).click();
  });
  await check('if the service refuses a user, its message is shown and the form stays open', async () => {
    await page.getByRole('button', { name: 'Add' }).click();
    await fill(page, 'User Name', 'another');
    await fill(page, 'Email', 'rene@example.com');
    await fill(page, 'Password', 'a long password');
    await confirm(page);
    await messageOf(page, 'already registered').waitFor();
    expectThat(await page.locator('.n-drawer').isVisible(), 'the form is closed');
  });
  await check('the message of a validation error contains the label of the field', async () => {
    await fill(page, 'Email', 'another@example.com');
    await fill(page, 'Nick Name', 'x'.repeat(65));
    await confirm(page);
    await messageOf(page, 'Nick Name: ').waitFor();
    await page.locator('.n-drawer').getByRole('button', { name: 'Cancel' }).click();
  });
  await check('an untouched form sends no change', async () => {
    await rowOf(page, 'rené.o-x').getByRole('button', { name: 'Edit' }).click();
    await eventually(async () =>
      expectEqual(await fieldOf(page, 'Email').locator('input').inputValue(), 'rene@example.com'),
    );
    window.calls();
    await confirm(page);
    await messageOf(page, 'Update Success').waitFor();
    expectEqual(writesIn(window.calls()), []);
  });
  await check('the form changes the roles of a user', async () => {
    await rowOf(page, 'rené.o-x').getByRole('button', { name: 'Edit' }).click();
    await fieldOf(page, 'User Role').locator('.n-base-selection').click();
    await page.locator('.n-base-select-option').filter({ hasText: 'Moderator' }).click();
    await page.keyboard.press('Escape');
    await confirm(page);
    await eventually(async () =>
      expectEqual(
        (await filtered('rené.o-x'))[0]?.roles.map(({ code }) => code),
        ['MODERATOR'],
      ),
    );
  });
  await check('a user is not overwritten if another user has changed them since the list was read', async () => {
    await page.reload();
    await rowOf(page, 'rené.o-x').getByRole('button', { name: 'Edit' }).click();
    const [user] = await filtered('rené.o-x');
    await service.admin.patch('/api/users/{id}', {
      params: { path: { id: user?.id ?? '' } },
      body: { nickName: 'First' },
    });
    await fill(page, 'Nick Name', 'Second');
    await confirm(page);
    await messageOf(page, 'Somebody else has changed this in the meantime (Nick Name)').waitFor();
    expectEqual((await filtered('rené.o-x'))[0]?.nickName, 'First');
  });
  await check('an administrator sets a new password', async () => {
    await page.reload();
    await rowOf(page, 'rené.o-x').getByRole('button', { name: 'Edit' }).click();
    await fill(page, 'New password', 'a second password');
    await confirm(page);
    await messageOf(page, 'Update Success').waitFor();
    const other = await openLoggedIn(browser, { username: 'rené.o-x', password: 'a second password' });
    await other.context.close();
  });
  await check('two search fields restrict the list together', async () => {
    await page.getByText('Search', { exact: true }).first().click();
    const search = page.locator('.n-collapse-item');
    await search.locator('.n-form-item').filter({ hasText: 'User Name' }).locator('input').fill('REN');
    await search.locator('.n-form-item').filter({ hasText: 'Phone' }).locator('input').fill('(30)');
    window.calls();
    await search.getByRole('button', { name: 'Search' }).click();
    await eventually(async () => expectEqual(await page.locator('.n-data-table-tbody tr').count(), 1));
    expectThat(
      window.calls().some((call) => call.includes('username=REN') && call.includes('phone=%2830%29')),
      'the filters are not in the request',
    );
  });
  await check('the details of a user show what the user may do', async () => {
    await rowOf(page, 'rené.o-x').getByRole('button', { name: 'Details' }).click();
    await page.getByText('user.read through MODERATOR').waitFor();
    await page.goBack();
  });
  await page.goto('/manage/user');
  await check('deleting asks for confirmation with the name; cancelling keeps the user', async () => {
    await rowOf(page, 'rené.o-x').getByRole('button', { name: 'Delete' }).click();
    await page.locator('.n-dialog').getByText('Delete rené.o-x?').waitFor();
    await answerDeletion(page, 'Cancel');
    expectEqual((await filtered('rené.o-x')).length, 1);
  });
  await check('a user who was changed since the list was read is not deleted, and the list is read again', async () => {
    const [user] = await filtered('rené.o-x');
    const path = { id: user?.id ?? '' };
    await service.admin.patch('/api/users/{id}', { params: { path }, body: { nickName: 'Third' } });
    await rowOf(page, 'rené.o-x').getByRole('button', { name: 'Delete' }).click();
    await answerDeletion(page, 'Delete');
    await messageOf(page, 'Somebody else has changed this in the meantime (Nick Name)').waitFor();
    await rowOf(page, 'Third').waitFor();
    expectEqual((await filtered('rené.o-x')).length, 1);
  });
  await check('deleting removes the user', async () => {
    await rowOf(page, 'rené.o-x').getByRole('button', { name: 'Delete' }).click();
    await answerDeletion(page, 'Delete');
    await messageOf(page, 'Delete Success').waitFor();
    expectEqual(await filtered('rené.o-x'), []);
  });
  await check('a user cannot delete their own account, and no success message is shown', async () => {
    await rowOf(page, 'admin').getByRole('button', { name: 'Delete' }).click();
    await messageOf(page, 'Delete Success').waitFor({ state: 'hidden' });
    await answerDeletion(page, 'Delete');
    await page.locator('.n-message--error-type, .n-message').first().waitFor();
    expectEqual(await messageOf(page, 'Delete Success').count(), 0);
  });
  await check('no script of these pages has failed', async () => expectEqual(window.scriptErrors, []));
  await window.context.close();
}
