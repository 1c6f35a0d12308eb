import { expect } from 'chai';
import type { Role } from '@portcullis/domain/internal/roles/role';
import type { Page } from 'playwright-core';
import { aContent, type Wire } from '../test/support/builders.ts';
import { confirmEffect, notice, panel } from '../test/support/console.ts';
import { aPerson, aUserWithRoles, unique } from '../test/support/service.ts';
import { axe, violations } from './support/accessibility.ts';
import { startCounting } from './support/effort.ts';
import { settled } from './support/screens.ts';
import { useServiceAndBrowser } from './support/stage.ts';

const ofUser = 'May this user do it, and why?';
const ofArticle = 'May somebody do it, and why?';

/** Opens a picker by its button, and chooses what has this name. */
async function pick(page: Page, picker: string, name: string, search = ''): Promise<void> {
  await page.getByRole('button', { name: picker }).click();
  const dialog = page.getByRole('dialog');
  if (search !== '') await page.keyboard.type(search);
  await dialog.getByRole('button', { name, exact: true }).click();
}

describe('The question whether a person may do something', () => {
  const stage = useServiceAndBrowser();

  it('is answered with four clicks on the page of the user, and cured with a button', async () => {
    const { admin } = stage.service();
    const article = await aContent(admin, { title: unique('Article ') });
    const person = await aPerson(stage.service());
    const page = await stage.openLoggedIn(undefined, `/users/${person.id}`);
    const effort = await startCounting(page);
    await pick(page, 'May do what?', 'Update articles');
    await pick(page, 'To which article?', article.title);
    const asked = panel(page, ofUser);
    await asked.getByText('No', { exact: true }).waitFor();
    expect((await effort()).clicks).to.equal(4);
    await asked
      .getByText('This is needed: the role Administrator or the role Moderator or the permission Update articles.')
      .waitFor();
    expect(await asked.getByText('content.update').count()).to.equal(0);
    await asked.getByRole('button', { name: 'Give the role Moderator' }).click();
    await confirmEffect(page);
    await notice(page, 'The role was given.').waitFor();
    await asked.getByText('Yes', { exact: true }).waitFor();
    await asked.getByText('Through the role Moderator.').first().waitFor();
    expect((await person.api.patch(`/contents/${article.id}`, { title: unique('New ') })).status).to.equal(200);
    await settled(page);
    await page.evaluate(axe);
    expect(await violations(page)).to.deep.equal([]);
  });

  it('is answered on the page of the article, where a condition of the role stands in the way', async () => {
    const { admin } = stage.service();
    const author = (await admin.post<Wire<Role>>('/ready-roles', { code: 'AUTHOR' })).data;
    const article = await aContent(admin, { title: unique('Article ') });
    const person = await aUserWithRoles(stage.service(), author);
    expect((await person.api.patch(`/contents/${article.id}`, { title: 'X' })).status).to.equal(404);
    const page = await stage.openLoggedIn(undefined, `/contents/${article.id}`);
    const effort = await startCounting(page);
    await pick(page, 'Who?', person.username, person.username);
    await pick(page, 'May do what?', 'Update articles');
    const asked = panel(page, ofArticle);
    await asked.getByText('No', { exact: true }).waitFor();
    expect((await effort()).clicks).to.equal(4);
    await asked
      .getByText(/^Not true: /)
      .first()
      .waitFor();
    await asked
      .getByRole('link', { name: `Open the role ${author.name}` })
      .first()
      .click();
    await page.waitForURL(`**/admin/roles/${author.id}`);
  });
});
