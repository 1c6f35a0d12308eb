import { administratorRole } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { totpCodeOf } from '../src/adapters/totp-codes.ts';
import { aContent, aMenu, aRole } from '../test/support/builders.ts';
import { confirmEffect, heading, logOut, notice, openScreen, panel, saveButton } from '../test/support/console.ts';
import { aPerson, anAdministrator, unique } from '../test/support/service.ts';
import { settled } from './support/screens.ts';
import { useServiceAndBrowser } from './support/stage.ts';

const focused = (element: Locator): Promise<void> => element.and(element.page().locator(':focus')).waitFor();

/** Collects the paths of the requests to the API that a page sends. */
function requestsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) sent.push(pathname);
  });
  return sent;
}

describe('The console', () => {
  const stage = useServiceAndBrowser();

  it('loads a list again without a click when the network is back', async () => {
    const page = await stage.openLoggedIn(undefined, '/overview');
    await openScreen(page, 'Users');
    await openScreen(page, 'Roles');
    await page.context().setOffline(true);
    await openScreen(page, 'Users');
    await page.getByRole('alert').getByText('It is tried again without a click.').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('searchbox').waitFor();
    await page.getByRole('link', { name: 'admin', exact: true }).first().waitFor();
    expect(await page.getByRole('alert').count()).to.equal(0);
  });

  it('does not show that something was saved beside a new error', async () => {
    const [person, other] = [await aPerson(stage.service()), await aPerson(stage.service())];
    const page = await stage.openLoggedIn(undefined, `/users/${person.id}`);
    const profile = panel(page, 'Profile');
    await profile.getByLabel('Nickname').fill('first');
    await saveButton(page).click();
    await notice(page, 'Saved.').waitFor();
    await profile.getByLabel('E-mail').fill(other.email);
    await saveButton(page).click();
    await profile.locator('[name="email"][aria-invalid="true"]').waitFor();
    expect(await notice(page, 'Saved.').count()).to.equal(0);
  });

  it('focuses the next field or heading at each step of adding an authenticator app, and of a log-in with it', async () => {
    const person = await anAdministrator(stage.service());
    const page = await stage.openLoggedIn(person, '/account');
    const factors = panel(page, 'Second factor');
    await factors.getByRole('button', { name: 'Add an authenticator app' }).click();
    await focused(factors.getByLabel('Current password'));
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    await focused(factors.getByLabel('Code', { exact: true }));
    const secret = await factors.getByLabel('Key').inputValue();
    await page.keyboard.type(totpCodeOf(secret, Math.floor(Date.now() / 30_000)));
    await page.keyboard.press('Enter');
    await focused(factors.getByRole('heading', { name: 'Your recovery codes' }));
    const [code = ''] = (await factors.locator('.recovery-codes').innerText()).split('\n');
    await factors.getByRole('button', { name: 'I have kept them' }).click();
    await focused(factors.getByLabel('Second factor', { exact: true }));
    await logOut(page);
    await page.getByLabel('Username or e-mail').fill(person.username);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.keyboard.press('Enter');
    await focused(page.getByLabel('Code', { exact: true }));
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await heading(page, 'My account').waitFor();
  });

  it('shows a change of roles in the activity of the user at once', async () => {
    const person = await aPerson(stage.service(), []);
    const page = await stage.openLoggedIn(undefined, `/users/${person.id}`);
    await panel(page, 'Activity').getByText('User created').waitFor();
    expect(await panel(page, 'Activity').getByText('Roles of a user changed').count()).to.equal(0);
    await panel(page, 'Roles').getByLabel('MODERATOR').check();
    await saveButton(page).click();
    await confirmEffect(page);
    await panel(page, 'Activity').getByText('Roles of a user changed').waitFor();
  });

  it('leaves a screen whose right was taken away, also while its stream is interrupted', async () => {
    const person = await anAdministrator(stage.service());
    const page = await stage.openLoggedIn(person, '/users');
    await settled(page);
    await stage.service().admin.put(`/users/${person.id}/roles`, { roleIds: [] });
    await heading(page, 'Not allowed').waitFor();

    const other = await anAdministrator(stage.service());
    const { page: silent } = await stage.open();
    await silent.route('**/api/me/stream', (route) => route.abort());
    await silent.goto('/admin/users');
    await silent.getByLabel('Username or e-mail').fill(other.username);
    await silent.getByLabel('Password', { exact: true }).fill(other.password);
    await silent.keyboard.press('Enter');
    await silent.getByRole('searchbox').waitFor();
    await stage.service().admin.put(`/users/${other.id}/roles`, { roleIds: [] });
    await silent.getByRole('searchbox').fill('somebody');
    await heading(silent, 'Not allowed').waitFor();
  });

  it('changes only the selected rows that it shows', async () => {
    const prefix = unique('row');
    const created = await Promise.all(
      Array.from({ length: 21 }, async () => {
        const person = await aPerson(stage.service(), []);
        await stage.service().admin.patch(`/users/${person.id}`, { nickName: prefix });
        return person;
      }),
    );
    const people = created.toSorted((one, other) => (one.username < other.username ? -1 : 1));
    const [first, last] = [people[0] ?? expect.fail(), people[20] ?? expect.fail()];
    const page = await stage.openLoggedIn(undefined, `/users?search=${prefix}&sortBy=username`);
    await page.getByLabel(`Select ${first.username}`, { exact: true }).check();
    await page.getByText('1 selected').waitFor();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByRole('link', { name: last.username, exact: true }).waitFor();
    expect(await page.getByText('1 selected').count()).to.equal(0);
    await page.getByLabel(`Select ${last.username}`, { exact: true }).check();
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }).click();
    await notice(page, '1 user was disabled.').waitFor();
    expect((await first.api.get('/auth/profile')).status).to.equal(200);
    expect((await last.api.get('/auth/profile')).status).to.equal(401);
  });

  it('compares a version with the last one before it that is kept, and says that a version was removed', async () => {
    const { admin, server } = stage.service();
    const { id } = await aContent(admin, { contentMd: 'One' });
    for (const contentMd of ['Two', 'Three', 'Four']) await admin.patch(`/contents/${id}`, { contentMd });
    await server.database.pool.query('DELETE FROM content_revisions WHERE content_id = $1 AND version = 3', [id]);
    const page = await stage.openLoggedIn(undefined, `/contents/${id}/history`);
    await page.getByRole('button', { name: 'Changes of version 4' }).click();
    const comparison = page.getByRole('region', { name: /^From version/ });
    await comparison.getByText('Two').waitFor();
    await comparison.getByText('Four').waitFor();
    await page.goto(`/admin/contents/${id}/history?from=3&to=4`);
    await comparison.getByText('One of these versions was removed').waitFor();
  });

  it('shows recorded values in words', async () => {
    const person = await anAdministrator(stage.service());
    const menu = await aMenu(person.api);
    const page = await stage.openLoggedIn(person, `/activity?actorId=${person.id}`);
    const open = async (what: string): Promise<void> => {
      await page.getByRole('listitem').filter({ hasText: what }).first().locator('summary').click();
    };
    await open('Menu created');
    await open('Logged in');
    const events = page.locator('ul.events');
    for (const value of ['Iconify icon', 'Logged in with', 'Password']) await events.getByText(value).first().waitFor();
    const shown = await events.innerText();
    expect(shown).not.to.match(/^(?:how|1|password)$/m);
    expect(menu.id).to.be.a('string');
  });

  it('reads the roles and the numbers of their users with one request', async () => {
    const { admin } = stage.service();
    const roles = await Promise.all(Array.from({ length: 12 }, () => aRole(admin)));
    const page = await stage.openLoggedIn(undefined, '/overview');
    await settled(page);
    const sent = requestsOf(page);
    await openScreen(page, 'Roles');
    await page
      .getByRole('row')
      .filter({ hasText: administratorRole.code })
      .getByRole('link', { name: /^\d+$/ })
      .waitFor();
    await settled(page);
    expect(sent).to.deep.equal(['/api/roles']);
    expect(roles.length).to.equal(12);
  });
});
