import { expect } from 'chai';
import { fillLogIn, heading, logIn, logOut, notice, openScreen, panel, saveButton } from '../test/support/console.ts';
import { administrator, aPerson, anAdministrator } from '../test/support/service.ts';
import { useServiceAndBrowser } from './support/stage.ts';

describe('Sessions in the console', () => {
  const stage = useServiceAndBrowser();

  it('open a deep link after the log-in', async () => {
    const person = await aPerson(stage.service());
    const page = await stage.openLoggedIn(undefined, `/users/${person.id}?from=mail`);
    await heading(page, person.username).waitFor();
    expect(new URL(page.url()).pathname).to.equal(`/admin/users/${person.id}`);
  });

  it('show an error for a wrong password, and the requested screen after the right password', async () => {
    const { page } = await stage.open();
    await page.goto('/admin/users');
    await fillLogIn(page, { ...administrator, password: 'wrong' });
    await page.getByRole('alert').filter({ hasText: 'Wrong user name or password' }).waitFor();
    await fillLogIn(page, administrator);
    await heading(page, 'Users').waitFor();
  });

  it('are shared with a new tab, and end in all tabs when one tab logs out', async () => {
    const visit = await stage.open();
    const first = visit.page;
    await logIn(first, await anAdministrator(stage.service()), '/users');
    const second = await visit.openTab();
    await second.goto('/admin/menus');
    await heading(second, 'Menus').waitFor();
    await logOut(first);
    for (const page of [first, second]) await page.getByLabel('Username or e-mail').waitFor();
    await second.reload();
    await second.getByLabel('Username or e-mail').waitFor();
  });

  it('continue after the browser was closed only if the person chose to stay logged in', async () => {
    const visit = await stage.open();
    const { page } = visit;
    await page.goto('/admin/users');
    await page.getByLabel('Keep me logged in').check();
    await fillLogIn(page, administrator);
    await heading(page, 'Users').waitFor();
    const kept = await page.context().storageState();
    const { page: later } = await stage.open({ storageState: kept });
    await later.goto('/admin/users');
    await heading(later, 'Users').waitFor();

    const other = await stage.openLoggedIn(await anAdministrator(stage.service()), '/users');
    const { page: afterwards } = await stage.open({ storageState: await other.context().storageState() });
    await afterwards.goto('/admin/users');
    await afterwards.getByLabel('Username or e-mail').waitFor();
  });

  it('end when the password is changed, except the session that changed the password', async () => {
    const person = await anAdministrator(stage.service());
    const here = await stage.openLoggedIn(person, '/account');
    const there = await stage.openLoggedIn(person, '/users');
    await panel(here, 'Password').getByLabel('Current password').fill(person.password);
    await panel(here, 'Password').getByLabel('New password', { exact: true }).fill('another-long-password-2');
    await panel(here, 'Password').getByRole('button', { name: 'Change password' }).click();
    await notice(here, 'Other sessions have ended.').waitFor();
    await openScreen(here, 'Users');
    await there.getByRole('searchbox').fill('somebody');
    await there.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await fillLogIn(there, { ...person, password: 'another-long-password-2' });
    await there.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('keep the entered values in the form when an administrator ends them', async () => {
    const person = await anAdministrator(stage.service());
    const other = await aPerson(stage.service());
    const page = await stage.openLoggedIn(person, `/users/${other.id}`);
    await panel(page, 'Profile').getByLabel('Nickname').fill('typed before the end');

    const operator = await stage.openLoggedIn(administrator, `/users/${person.id}`);
    await panel(operator, 'Sessions').getByRole('button', { name: 'End all' }).click();
    await operator.getByRole('dialog').getByRole('button', { name: 'End all' }).click();
    await notice(operator, 'Ended.').waitFor();

    await saveButton(page).click();
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('dialog').getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await panel(page, 'Profile').getByLabel('Nickname').inputValue()).to.equal('typed before the end');
    await saveButton(page).click();
    await notice(page, 'Saved.').waitFor();
    const { data } = await stage.service().admin.get(`/users/${other.id}`);
    expect(data).to.include({ nickName: 'typed before the end' });
  });

  it('show only the own account and an explanation to a person without rights', async () => {
    const person = await aPerson(stage.service(), []);
    const page = await stage.openLoggedIn(person);
    await heading(page, 'My account').waitFor();
    await page.getByText('Your account has no administrative rights').waitFor();
    expect(await page.getByRole('navigation', { name: 'Screens' }).getByRole('listitem').count()).to.equal(0);
    await page.goto('/admin/users');
    await heading(page, 'Not allowed').waitFor();
  });
});
