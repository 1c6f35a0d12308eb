import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openMonitoredTab, type MonitoredTab } from './support/browser.ts';
import { aCategory, aContent, expectSuccess } from './support/builders.ts';
import { heading, logIn, notice, panel } from './support/console.ts';
import { describeInBrowser } from './support/requirements.ts';
import { administrator, aPerson, sharedService, unique, type Person, type Service } from './support/service.ts';

interface Granted {
  readonly grants: readonly { readonly code: string; readonly condition: unknown }[];
}

describeInBrowser('The conditions of a role in the console', (browser) => {
  let service: Service;
  let visit: MonitoredTab;
  let page: Page;
  let roleId: string;
  let person: Person;
  const category = unique('Section ');
  const article = unique('Article ');
  const conditionOf = async (code: string): Promise<unknown> => {
    const { grants } = await expectSuccess(service.admin.get<Granted>(`/roles/${roleId}/permission-grants`));
    return grants.find((grant) => grant.code === code)?.condition;
  };
  const row = (code: string) => panel(page, 'Conditions').locator('li').filter({ hasText: code });
  const dialog = () => page.getByRole('dialog');

  before(async () => {
    service = await sharedService();
    const { id: categoryId } = await aCategory(service.admin, { name: category });
    await aContent(service.admin, { title: article, categoryId });
    person = await aPerson(service, []);
    visit = await openMonitoredTab(browser(), service.api.url);
    page = visit.page;
    await logIn(page, administrator, '/roles');
  });
  after(() => visit.close());

  it('come with a ready role, in plain words', async () => {
    await page.getByRole('button', { name: 'Add ready role' }).click();
    await dialog().getByLabel('Role').selectOption('Author');
    await dialog().getByText('changes and deletes own drafts').waitFor();
    await dialog().getByRole('button', { name: 'Add ready role' }).click();
    await heading(page, 'Author').waitFor();
    roleId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await row('content.update').getByText('Only if the author is the user and the status is draft.').waitFor();
    await expectSuccess(service.admin.put(`/users/${person.id}/roles`, { roleIds: [roleId] }));
  });

  it('are built by keyboard, with a group, and say at the part what is missing', async () => {
    await row('content.delete').getByRole('button', { name: /Edit/ }).focus();
    await page.keyboard.press('Enter');
    const parts = dialog().getByRole('group', { name: 'Parts' });
    await parts.first().getByRole('button', { name: 'Add group' }).focus();
    await page.keyboard.press('Enter');
    // The new group has the focus. The next elements are its button and the attribute of its first comparison.
    const added = parts.nth(1).getByRole('group', { name: 'Comparison' });
    await parts.nth(1).locator('.condition-head select:focus').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await added.getByLabel('What', { exact: true }).and(page.locator(':focus')).count()).to.equal(1);
    await page.keyboard.type('the cat');
    await added.getByLabel('How', { exact: true }).selectOption('is the category or is below it:');
    await dialog().getByText('The condition is not complete yet.').waitFor();
    await dialog().getByRole('button', { name: 'Save' }).press('Enter');
    await dialog().getByText('Complete the condition first.').waitFor();
    await added.getByText('Enter or choose a value.').waitFor();
    await added.getByLabel('Value', { exact: true }).selectOption({ label: category });
    await parts.nth(1).getByRole('button', { name: 'Add comparison' }).press('Enter');
    const second = parts.nth(1).getByRole('group', { name: 'Comparison' }).nth(1);
    await second.getByLabel('What', { exact: true }).selectOption('the time of publication');
    await second.getByLabel('How', { exact: true }).selectOption('is given');
    await second.getByLabel('Value', { exact: true }).selectOption('is missing');
    const clause = `(the category is the category or is below it: ${category} or the time of publication is missing)`;
    await dialog().getByText(clause).waitFor();
    await dialog().getByRole('button', { name: 'Save' }).press('Enter');
    // The user of the role would delete less than before, or other contents.
    const effect = page.getByRole('dialog', { name: 'Do you want to save this?' });
    await effect
      .getByText(/only if .*the category is/)
      .first()
      .waitFor();
    await effect.getByRole('button', { name: 'Save' }).click();
    await notice(page, 'The condition was saved.').waitFor();
    await row('content.delete').getByText(clause).waitFor();
    expect(JSON.stringify(await conditionOf('content.delete')))
      .to.include('"under"')
      .and.include('"exists":false');
  });

  it('show who matches now, and which part is not true for an article', async () => {
    await row('content.delete').getByRole('button', { name: /Edit/ }).click();
    await dialog().getByRole('button', { name: 'Who matches now?' }).click();
    const holder = dialog().locator('.condition-trial li').filter({ hasText: person.username });
    await holder.getByText(`the author is ${person.username}`).waitFor();
    await holder.getByText(/^0 of the \d+ newest$/).waitFor();
    await dialog().getByRole('button', { name: 'Try it' }).click();
    await dialog().getByLabel('Search articles').fill(article);
    await dialog().getByLabel('Search articles').press('Tab');
    await dialog().getByLabel('Article', { exact: true }).selectOption(article);
    await dialog().getByLabel('As the user').selectOption(person.username);
    await dialog().getByText('It is false that the author is the user.').waitFor();
    await dialog().getByLabel('As the user').selectOption(administrator.username);
    await dialog().getByText('The condition is true.').waitFor();
    await page.keyboard.press('Escape');
  });

  it('can be removed, and an unsaved condition survives a reload', async () => {
    await row('content.update').getByRole('button', { name: 'Remove condition' }).click();
    await dialog().getByRole('button', { name: 'Remove condition' }).click();
    await notice(page, 'The condition was removed.').waitFor();
    expect(await conditionOf('content.update')).to.equal(null);
    await row('content.update').getByRole('button', { name: 'Add condition' }).click();
    await dialog().getByLabel('How', { exact: true }).selectOption('is not');
    await page.reload();
    await row('content.update').getByRole('button', { name: 'Add condition' }).click();
    expect(await dialog().getByLabel('How', { exact: true }).inputValue()).to.equal('ne');
    await dialog().getByRole('button', { name: 'Discard' }).click();
    expect(await dialog().getByLabel('How', { exact: true }).inputValue()).to.equal('eq');
    expect(visit.complaints).to.deep.equal([]);
  });
});
