import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openScreen } from '../test/support/console.ts';
import { aPerson, unique } from '../test/support/service.ts';
import { useServiceAndBrowser } from './support/stage.ts';

/** Clicks a button, and returns the text of the file that the browser then stores. */
async function fileFrom(page: Page, button: string): Promise<{ readonly name: string; readonly text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

describe('Lists and logs in the console', () => {
  const stage = useServiceAndBrowser();
  const prefix = unique('export');

  before(async () => {
    const { admin } = stage.service();
    for (let number = 0; number < 25; number += 1) {
      const username = `${prefix}${number}`;
      const created = await admin.post('/users', {
        username,
        email: `${username}@example.com`,
        kind: 'SERVICE',
        nickName: number === 0 ? '=HYPERLINK("http://evil.example")' : null,
        roleIds: [],
      });
      expect(created.status).to.equal(201);
    }
  });

  it('are stored whole as CSV, with the filters, and without formulas', async () => {
    const page = await stage.openLoggedIn(undefined, `/users?search=${prefix}`);
    await page.getByText('25 entries').waitFor();
    const { name, text } = await fileFrom(page, 'Export as CSV');
    expect(name).to.match(/^Users \d{4}-\d\d-\d\d\.csv$/);
    expect(text.trim().split('\r\n')).to.have.length(26);
    expect(text).to.include(`"'=HYPERLINK(""http://evil.example"")"`);
  });

  it('are stored as JSON, also the activity', async () => {
    const page = await stage.openLoggedIn(undefined, '/users?search=' + prefix);
    await page.getByText('25 entries').waitFor();
    const users: unknown = JSON.parse((await fileFrom(page, 'Export as JSON')).text);
    expect(users).to.be.an('array').with.lengthOf(25);
    await openScreen(page, 'Activity');
    const events: unknown = JSON.parse((await fileFrom(page, 'Export as JSON')).text);
    expect(events).to.be.an('array').with.lengthOf.at.least(25);
  });

  it('keep views that a person saves, and forget those that are removed', async () => {
    const page = await stage.openLoggedIn(undefined, `/users?search=${prefix}&sortBy=username&sortOrder=desc`);
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByLabel('Name of the view').fill('Exported people');
    await page.keyboard.press('Enter');
    const view = page.getByRole('link', { name: 'Exported people' });
    await view.waitFor();
    await openScreen(page, 'Roles');
    await openScreen(page, 'Users');
    await view.click();
    await page.getByText('25 entries').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).to.equal(prefix);
    await page.getByRole('button', { name: 'Remove this view' }).click();
    await view.waitFor({ state: 'detached' });
  });

  it('show the changes of roles in the activity, which is the only log in the navigation', async () => {
    const { admin } = stage.service();
    const person = await aPerson(stage.service());
    await admin.put(`/users/${person.id}/roles`, { roleIds: [] });
    const page = await stage.openLoggedIn();
    await openScreen(page, 'Activity');
    expect(await page.getByRole('link', { name: 'Audit log' }).count()).to.equal(0);
    await page.getByRole('button', { name: 'Role changes' }).click();
    const rows = page.locator('.events > li');
    await rows.filter({ hasText: 'Logged in' }).first().waitFor({ state: 'detached' });
    await rows.filter({ hasText: person.username }).first().waitFor();
    expect(await rows.filter({ hasNotText: 'Roles of a user changed' }).count()).to.equal(0);
  });

  it('are stored for a user and for API keys, too, and users with their last log-in', async () => {
    const person = await aPerson(stage.service());
    const page = await stage.openLoggedIn(undefined, `/users?search=${person.username}`);
    await page.getByText('1 entry').waitFor();
    const [user]: readonly unknown[] = JSON.parse((await fileFrom(page, 'Export as JSON')).text);
    expect(user).to.include({ username: person.username, hasFactor: false }).and.to.have.property('lastLoginAt');
    await page.goto(`/admin/users/${person.id}`);
    const activity: unknown = JSON.parse((await fileFrom(page, 'Export as JSON')).text);
    expect(activity).to.be.an('array').with.lengthOf.at.least(2);
    await page.goto('/admin/api-keys');
    expect((await fileFrom(page, 'Export as CSV')).name).to.match(/^API keys /);
  });
});
