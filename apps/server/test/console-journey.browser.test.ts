import { expect } from 'chai';
import { openMonitoredTab } from './support/browser.ts';
import { confirmEffect, heading, logIn, notice, openScreen, panel, saveButton } from './support/console.ts';
import { administrator, aPerson, sharedService, type Service } from './support/service.ts';
import { describeInBrowser } from './support/requirements.ts';

describeInBrowser('The console in a browser', (browser) => {
  let service: Service;

  before(async () => {
    service = await sharedService();
  });

  it('logs an administrator in, finds a user and grants a role', async () => {
    const person = await aPerson(service);
    const visit = await openMonitoredTab(browser(), service.api.url);
    const { page } = visit;
    await logIn(page, administrator);
    await openScreen(page, 'Users');
    await page.getByRole('searchbox').fill(person.username);
    await page.getByRole('link', { name: person.username, exact: true }).click();
    await heading(page, person.username).waitFor();
    await panel(page, 'Roles').getByLabel('MODERATOR').check();
    await saveButton(page).click();
    await confirmEffect(page);
    await notice(page, 'Saved.').waitFor();
    const { data } = await person.api.get<{ roles: readonly string[] }>('/auth/profile');
    expect(data.roles).to.have.members(['USER', 'MODERATOR']);
    expect(visit.complaints).to.deep.equal([]);
    await visit.close();
  });
});
