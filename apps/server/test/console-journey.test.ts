import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { launchBrowser, openMonitoredTab } from './support/browser.ts';
import { heading, logIn, notice, openScreen, panel } from './support/console.ts';
import { administrator, aPerson, sharedService, type Service } from './support/service.ts';

describe('The console in a browser', () => {
  let service: Service;
  let browser: Browser | undefined;

  before(async function () {
    service = await sharedService();
    browser = await launchBrowser();
    if (browser === undefined) this.skip();
  });
  after(() => browser?.close());

  it('logs an administrator in, finds a user and grants a role', async () => {
    const person = await aPerson(service);
    const visit = await openMonitoredTab(browser ?? expect.fail('There is no browser.'), service.api.url);
    const { page } = visit;
    await logIn(page, administrator);
    await openScreen(page, 'Users');
    await page.getByRole('searchbox').fill(person.username);
    await page.getByRole('link', { name: person.username, exact: true }).click();
    await heading(page, person.username).waitFor();
    await panel(page, 'Roles').getByLabel('MODERATOR').check();
    await panel(page, 'Roles').getByRole('button', { name: 'Save' }).click();
    await notice(page, 'Saved.').waitFor();
    const { data } = await person.api.get<{ roles: readonly string[] }>('/auth/profile');
    expect(data.roles).to.have.members(['USER', 'MODERATOR']);
    expect(visit.complaints).to.deep.equal([]);
    await visit.close();
  });
});
