import { expect } from 'chai';
import { openMonitoredTab } from './support/browser.ts';
import { heading, logIn, openScreen, panel, saveButton } from './support/console.ts';
import { describeInBrowser } from './support/requirements.ts';
import { administrator, aPerson, sharedService, unique, type Service } from './support/service.ts';

describeInBrowser('The attributes of users in the console', (browser) => {
  let service: Service;

  before(async () => {
    service = await sharedService();
  });

  it('are declared, set on the page of a user, and removed after a confirmation', async () => {
    const person = await aPerson(service, []);
    const { id, username } = person;
    const attributes = async () => (await service.admin.get<{ attributes: object }>(`/users/${id}`)).data.attributes;
    const visit = await openMonitoredTab(browser(), service.api.url);
    const { page } = visit;
    await logIn(page, administrator);
    await openScreen(page, 'User attributes');
    const dialog = page.getByRole('dialog');
    const declare = async (name: string, label: string, type: string, values = '') => {
      await page.getByRole('button', { name: 'Declare attribute' }).click();
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByLabel('Label').fill(label);
      await dialog.getByLabel('Type').selectOption({ label: type });
      if (values !== '') await dialog.getByLabel('Allowed values').fill(values);
      await dialog.getByRole('button', { name: 'Save' }).click();
    };
    await declare('Department', '部门', 'Text', 'Sales\nIT');
    await dialog.getByText('Must begin with a lower-case letter').waitFor();
    await dialog.getByLabel('Name').fill('department');
    await dialog.getByLabel('Who can read it').selectOption('The user and administrators');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit 部门' }).waitFor();
    await declare('hobbies', 'Hobbies', 'Several texts');
    await page.getByRole('button', { name: 'Edit Hobbies' }).waitFor();
    await declare('level', 'Level', 'Number');
    await page.getByRole('button', { name: 'Edit Level' }).waitFor();

    await page.goto(`${service.api.url}/admin/users/${id}`);
    const fields = panel(page, 'Attributes');
    await fields.getByLabel('部门').selectOption('Sales');
    await fields.getByLabel('Hobbies').fill('go\nchess\n');
    await fields.getByLabel('Level').fill('many');
    await saveButton(page).click();
    await fields.getByText('Must be a number.').waitFor();
    await fields.getByLabel('Level').fill('2.5');
    await saveButton(page).click();
    await page
      .locator('.state-line')
      .filter({ hasText: /^Saved/ })
      .waitFor();
    expect(await attributes(), username).to.deep.equal({ department: 'Sales', hobbies: ['go', 'chess'], level: 2.5 });
    await fields.getByLabel('Level').fill('');
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await saveButton(page).click();
    await saved;

    await openScreen(page, 'Users');
    await page.getByLabel('部门').selectOption('Sales');
    await page.waitForURL(/attributes\.department=Sales/);
    await page.getByText('1 entry').waitFor();
    await page.reload();
    await page.getByRole('link', { name: username }).waitFor();
    await page.getByText('1 entry').waitFor();
    await page.getByRole('button', { name: 'Create user' }).click();
    const newName = unique('user-');
    await dialog.getByLabel('Username').fill(newName);
    await dialog.getByLabel('E-mail').fill(`${newName}@example.com`);
    await dialog.getByLabel('Password', { exact: true }).fill('a long enough password');
    await dialog.getByLabel('部门').selectOption('IT');
    await dialog.getByLabel('Level').fill('high');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await dialog.getByText('Must be a number.').waitFor();
    await dialog.getByLabel('Level').fill('3');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await heading(page, newName).waitFor();
    const { data: made } = await service.admin.get<{ items: readonly { attributes: object; id: string }[] }>(
      `/users?username=${newName}`,
    );
    expect(made.items[0]?.attributes).to.deep.equal({ department: 'IT', level: 3 });
    await service.admin.delete(`/users/${made.items[0]?.id}`);

    const own = await openMonitoredTab(browser(), service.api.url);
    await logIn(own.page, person, '/account');
    await panel(own.page, 'Attributes').getByText('Sales').waitFor();
    expect(own.complaints).to.deep.equal([]);
    await own.close();

    await openScreen(page, 'User attributes');
    const remove = async (label: string) => {
      await page.getByRole('button', { name: `Remove the attribute ${label}?` }).click();
      await dialog.getByText('It is no longer a field of users.').waitFor();
      await dialog.getByRole('button', { name: 'Remove' }).click();
    };
    await remove('Level');
    await page.getByText('The attribute Level was removed.').waitFor();
    await remove('部门');
    await page.getByText('Users have values of these attributes').waitFor();
    const { data } = await service.admin.get<{ attributes: readonly { name: string }[] }>('/user-attributes');
    expect(data.attributes.map(({ name }) => name)).to.deep.equal(['department', 'hobbies']);
    await visit.close();
  });
});
