import { expect } from 'chai';
import { aContent } from '../test/support/builders.ts';
import { heading } from '../test/support/console.ts';
import { unique } from '../test/support/service.ts';
import { startCounting } from './support/effort.ts';
import { useServiceAndBrowser } from './support/stage.ts';

describe('API keys in the console', () => {
  const stage = useServiceAndBrowser();

  it('are created for a new robot by its name and what it may do, and work at once', async () => {
    const { api, admin } = stage.service();
    const { id } = await aContent(admin);
    const robot = unique('robot').toLowerCase();
    const page = await stage.openLoggedIn(undefined, '/api-keys');
    const effort = await startCounting(page);
    await page.getByText('There are no API keys.').waitFor();
    expect(await page.getByText('Nothing found.').count()).to.equal(0);
    await page.getByRole('link', { name: 'Create API key' }).click();
    await page.getByLabel('Owner').selectOption('A new robot');
    await page.getByLabel('Name of the robot').fill(robot);
    await page.getByLabel('Name', { exact: true }).fill('Drafts for the newsletter');
    await page.getByRole('button', { name: 'Read drafts' }).click();
    expect(await page.getByRole('checkbox', { name: 'Read drafts (content.read-drafts)' }).isChecked()).to.equal(true);
    await page.getByRole('button', { name: 'Create API key' }).click();
    const key = await page.getByLabel('The API key').inputValue();
    // Choosing the owner counts as two clicks. The two fields are typed without a click more than their focus.
    expect((await effort()).clicks + 2).to.be.at.most(7);
    expect(await page.getByLabel('Try it').inputValue()).to.include(key);
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${api.url}/api/contents/${id}`, { headers })).status).to.equal(200);
    expect((await fetch(`${api.url}/api/contents/${id}`, { method: 'DELETE', headers })).status).to.equal(403);
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading(page, 'API keys').waitFor();
    await page.getByRole('link', { name: robot }).waitFor();
    const { data } = await admin.get<{ total: number }>(`/roles?search=ROBOT_${robot.toUpperCase()}`);
    expect(data.total).to.equal(1);
  });

  it('leave no role behind if the name of the robot is refused', async () => {
    const { admin } = stage.service();
    const page = await stage.openLoggedIn(undefined, '/api-keys/new');
    await page.getByLabel('Owner').selectOption('A new robot');
    await page.getByLabel('Name of the robot').fill('admin');
    await page.getByLabel('Name', { exact: true }).fill('Refused');
    await page.getByRole('button', { name: 'Read drafts' }).click();
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByRole('alert').first().waitFor();
    const { data } = await admin.get<{ total: number }>('/roles?search=ROBOT_ADMIN');
    expect(data.total).to.equal(0);
  });
});
