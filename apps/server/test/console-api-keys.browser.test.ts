import { expect } from 'chai';
import { openMonitoredTab } from './support/browser.ts';
import { heading, logIn, openScreen, panel } from './support/console.ts';
import { administrator, aPerson, sharedService, unique, type Service } from './support/service.ts';
import { describeInBrowser } from './support/requirements.ts';

describeInBrowser('The API keys of the console', (browser) => {
  let service: Service;

  before(async () => {
    service = await sharedService();
  });

  it('are created in the own account, shown once, rotated and deleted', async () => {
    const person = await aPerson(service, ['MODERATOR']);
    const visit = await openMonitoredTab(browser(), service.api.url);
    const { page } = visit;
    await logIn(page, person);
    await page.goto(`${service.api.url}/admin/account`);
    const keys = panel(page, 'API keys');
    await keys.getByRole('button', { name: 'Create API key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Deployment');
    await dialog.getByRole('searchbox').fill('user.read');
    await dialog.getByRole('checkbox', { name: '(user.read)' }).check();
    await dialog.getByRole('button', { name: 'Create API key' }).click();
    const first = await dialog.getByLabel('The API key').inputValue();
    expect((await service.api.as(first).get('/users')).status).to.equal(200);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await keys.getByRole('button', { name: 'Rotate the key Deployment' }).click();
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    const second = await dialog.getByLabel('The API key').inputValue();
    const statusWith = async (key: string) => (await service.api.as(key).get('/users')).status;
    expect([await statusWith(first), await statusWith(second)]).to.deep.equal([401, 200]);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await keys.getByRole('button', { name: 'Delete the key Deployment' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await keys.getByText('There are no API keys.').waitFor();
    expect(await statusWith(second)).to.equal(401);
    expect(visit.complaints).to.deep.equal([]);
    await visit.close();
  });

  it('are created for a service account, which an administrator creates, finds and disables in the list of users', async () => {
    const username = unique('robot-');
    const visit = await openMonitoredTab(browser(), service.api.url);
    const { page } = visit;
    await logIn(page, administrator);
    await openScreen(page, 'Users');
    await page.getByRole('button', { name: 'Create user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Kind').selectOption({ label: 'Service account' });
    await dialog.getByLabel('Username').fill(username);
    await dialog.getByLabel('E-mail').fill(`${username}@example.com`);
    await dialog.getByLabel('(MODERATOR)').check();
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await heading(page, username).waitFor();
    expect(await page.getByText('Set password').count()).to.equal(0);
    const keys = panel(page, 'API keys');
    await keys.getByRole('button', { name: 'Create API key' }).click();
    await dialog.getByLabel('Name').fill('Import');
    await dialog.getByRole('searchbox').fill('user.read');
    await dialog.getByRole('checkbox', { name: '(user.read)' }).check();
    await dialog.getByRole('button', { name: 'Create API key' }).click();
    const key = await dialog.getByLabel('The API key').inputValue();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await keys.getByText('Import', { exact: true }).waitFor();
    const statusWith = async () => (await service.api.as(key).get('/users')).status;
    expect(await statusWith()).to.equal(200);
    await openScreen(page, 'Users');
    await page.getByRole('search').getByLabel('Kind').selectOption({ label: 'Service account' });
    await page.getByRole('link', { name: username, exact: true }).click();
    await page.getByRole('button', { name: 'Disable' }).click();
    await dialog.getByText(`The API keys of ${username} stop working immediately.`).waitFor();
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable' }).waitFor();
    expect(await statusWith()).to.equal(401);
    expect(visit.complaints).to.deep.equal([]);
    await visit.close();
  });

  it('of service accounts are listed for an administrator, who creates one', async () => {
    const username = unique('robot-');
    const body = { kind: 'SERVICE', username, email: `${username}@example.com` };
    expect((await service.admin.post('/users', body)).status).to.equal(201);
    const visit = await openMonitoredTab(browser(), service.api.url);
    const { page } = visit;
    await logIn(page, administrator);
    await openScreen(page, 'API keys');
    await page.getByRole('link', { name: 'Create API key' }).click();
    await page.getByLabel('Owner').selectOption({ label: username });
    await page.getByLabel('Name', { exact: true }).fill('Import');
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByLabel('The API key').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('link', { name: username, exact: true }).waitFor();
    expect(visit.complaints).to.deep.equal([]);
    await visit.close();
  });
});
