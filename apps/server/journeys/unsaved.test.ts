import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { aMenu, aRole } from '../test/support/builders.ts';
import { fillLogIn, heading, logIn, logOut, notice, openScreen, panel, saveButton } from '../test/support/console.ts';
import { aPerson, anAdministrator, unique } from '../test/support/service.ts';
import { settled } from './support/screens.ts';
import { useServiceAndBrowser } from './support/stage.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard your changes?' });
const keepEditing = (page: Page): Promise<void> =>
  question(page).getByRole('button', { name: 'Continue editing' }).click();
const discard = (page: Page): Promise<void> =>
  question(page).getByRole('button', { name: 'Discard', exact: true }).click();

describe('Unsaved changes in the console', () => {
  const stage = useServiceAndBrowser();

  it('are kept when a link, the back button or the log-out is answered with no', async () => {
    const person = await aPerson(stage.service());
    const page = await stage.openLoggedIn(undefined, '/users');
    await openScreen(page, 'Roles');
    await openScreen(page, 'Users');
    await page.getByRole('searchbox').fill(person.username);
    await page.getByRole('link', { name: person.username, exact: true }).click();
    await heading(page, person.username).waitFor();
    const nickname = panel(page, 'Profile').getByLabel('Nickname');
    await nickname.fill('not saved');

    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Roles', exact: true }).click();
    await keepEditing(page);
    await page.goBack();
    await keepEditing(page);
    expect(new URL(page.url()).pathname).to.equal(`/admin/users/${person.id}`);
    await logOut(page);
    await keepEditing(page);
    expect(await nickname.inputValue()).to.equal('not saved');

    await page.goBack();
    await discard(page);
    await heading(page, 'Users').waitFor();
    expect(new URL(page.url()).pathname).to.equal('/admin/users');
    await page.goForward();
    await heading(page, person.username).waitFor();
    expect(await nickname.inputValue()).to.equal('');
  });

  it('of a dialog are kept when Escape is answered with no, and after a reload, but never a password', async () => {
    const page = await stage.openLoggedIn(undefined, '/users');
    await page.getByRole('button', { name: 'Create user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create user' });
    const username = unique('kept');
    await dialog.getByLabel('Username').fill(username);
    await dialog.getByLabel('Password', { exact: true }).fill('never-to-be-stored-1');
    await page.keyboard.press('Escape');
    await keepEditing(page);
    expect(await dialog.getByLabel('Username').inputValue()).to.equal(username);

    await page.reload();
    await dialog.getByText('Your unsaved changes were restored.').waitFor();
    expect(await dialog.getByLabel('Username').inputValue()).to.equal(username);
    expect(await dialog.getByLabel('Password', { exact: true }).inputValue()).to.equal('');
    const stored = await page.evaluate<string>('JSON.stringify({ ...sessionStorage, ...localStorage })');
    expect(stored).to.include(username).and.not.include('never-to-be-stored-1');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await discard(page);
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('searchbox').waitFor();
    expect(await dialog.count()).to.equal(0);
  });

  it('of a menu are kept when the choice of another one is answered with no', async () => {
    const { admin } = stage.service();
    const [first, second] = [await aMenu(admin), await aMenu(admin)];
    const page = await stage.openLoggedIn(undefined, `/menus?menu=${first.id}`);
    const name = page.getByLabel('Name in the menu');
    await name.fill('A new name');
    await page.getByRole('treeitem').filter({ hasText: second.routeName }).click();
    await keepEditing(page);
    expect(await name.inputValue()).to.equal('A new name');
    await page.getByRole('treeitem').filter({ hasText: second.routeName }).click();
    await discard(page);
    await page.getByRole('heading', { name: second.routeName }).waitFor();
    expect(await name.inputValue()).to.equal('');
  });

  it('of the permissions of a role survive a reload, and the change of another person is not overwritten', async () => {
    const { admin } = stage.service();
    const role = await aRole(admin);
    const page = await stage.openLoggedIn(await anAdministrator(stage.service()), `/roles/${role.id}`);
    const permissions = panel(page, 'Permissions');
    await permissions.getByLabel('(user.read)').check();
    await page.reload();
    await permissions.getByText('Your unsaved changes were restored.').waitFor();
    expect(await permissions.getByLabel('(user.read)').isChecked()).to.equal(true);

    const { data } =
      await admin.get<Record<string, readonly { id: string; code: string }[]>>('/permissions/by-resource');
    const other =
      Object.values(data)
        .flat()
        .find(({ code }) => code === 'role.read') ?? expect.fail();
    await admin.post(`/roles/${role.id}/permissions`, { permissionIds: [other.id] });
    await page.reload();
    await permissions.getByText('Your unsaved changes were restored.').waitFor();
    await saveButton(page).click();
    await page.getByRole('dialog', { name: 'Somebody else has changed this' }).waitFor();
  });

  it('stay on the page when the person logs out in another tab, until the person has logged in again', async () => {
    const person = await anAdministrator(stage.service());
    const other = await aPerson(stage.service());
    const visit = await stage.open();
    const first = visit.page;
    await logIn(first, person, `/users/${other.id}`);
    await panel(first, 'Profile').getByLabel('Nickname').fill('typed before the log-out');
    const second = await visit.openTab();
    await second.goto('/admin/account');
    await heading(second, 'My account').waitFor();
    await logOut(second);
    const dialog = first.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByText('You logged out in another tab.').waitFor();
    await fillLogIn(first, person);
    await dialog.waitFor({ state: 'detached' });
    await saveButton(first).click();
    await notice(first, 'Saved.').waitFor();
    const { data } = await stage.service().admin.get(`/users/${other.id}`);
    expect(data).to.include({ nickName: 'typed before the log-out' });
  });

  it('are not asked about on a page without changes', async () => {
    const page = await stage.openLoggedIn(undefined, '/users');
    await page.getByRole('button', { name: 'Create user' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    for (const name of ['Roles', 'Menus', 'Users']) await openScreen(page, name);
    await settled(page);
    expect(await question(page).count()).to.equal(0);
  });
});
