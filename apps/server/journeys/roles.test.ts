import { expect } from 'chai';
import { aMenu, aPermission, aRole } from '../test/support/builders.ts';
import { confirmEffect, effectDialog, heading, notice, openScreen, panel } from '../test/support/console.ts';
import { aUserWithRoles, aPerson, unique } from '../test/support/service.ts';
import { settled } from './support/screens.ts';
import { useServiceAndBrowser } from './support/stage.ts';

describe('Roles in the console', () => {
  const stage = useServiceAndBrowser();

  it('get a permission in the matrix, which takes effect with the next request', async () => {
    const { admin } = stage.service();
    const role = await aRole(admin);
    const person = await aUserWithRoles(stage.service(), role);
    expect((await person.api.get('/users')).status).to.equal(403);
    const page = await stage.openLoggedIn(undefined, `/roles/${role.id}`);
    const permissions = panel(page, 'Permissions');
    await permissions.getByRole('checkbox', { name: '(user.read)' }).check();
    await permissions.getByText('Saving adds 1 and removes 0').waitFor();
    await permissions.getByRole('button', { name: 'Save' }).click();
    await effectDialog(page).getByText('gains the permission Read users').waitFor();
    await effectDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await panel(page, 'Permissions').getByText('Nothing was saved.').waitFor();
    expect((await person.api.get('/users')).status).to.equal(403);
    await permissions.getByRole('button', { name: 'Save' }).click();
    await confirmEffect(page);
    await notice(page, 'Saved.').waitFor();
    expect((await person.api.get('/users')).status).to.equal(200);
    await page.reload();
    await panel(page, 'Who has this now?').getByText(person.username).waitFor();
    await page.goto(`/admin/users/${person.id}`);
    await panel(page, 'May this user do it, and why?').getByText('All permissions of this user').click();
    await page.getByText(`Through the role ${role.name}.`).waitFor();
  });

  it('get a menu in the tree', async () => {
    const { admin } = stage.service();
    const role = await aRole(admin);
    const menu = await aMenu(admin, { menuName: unique('Menu ') });
    const page = await stage.openLoggedIn(undefined, `/roles/${role.id}`);
    const menus = panel(page, 'Menus');
    await menus.getByText(menu.title).click();
    await menus.getByText('Saving adds 1 and removes 0').waitFor();
    await menus.getByRole('button', { name: 'Save' }).click();
    await notice(page, 'Saved.').waitFor();
    const { data } = await admin.get<readonly { id: string }[]>(`/roles/${role.id}/menus`);
    expect(data.map(({ id }) => id)).to.deep.equal([menu.id]);
  });

  it('show both versions if another administrator has changed the permissions meanwhile', async () => {
    const { admin } = stage.service();
    const role = await aRole(admin);
    const permission = await aPermission(admin);
    const page = await stage.openLoggedIn(undefined, `/roles/${role.id}`);
    const permissions = panel(page, 'Permissions');
    await permissions.getByRole('checkbox', { name: '(user.read)' }).check();
    await admin.post(`/roles/${role.id}/permissions`, { permissionIds: [permission.id] });
    await permissions.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this' });
    await dialog.getByText(permission.code).waitFor();
    await dialog.getByText('user.read').waitFor();
    await dialog.getByLabel('Take theirs').check();
    await dialog.getByRole('button', { name: 'Save what is chosen' }).click();
    await notice(page, 'Saved.').waitFor();
    const { data } = await admin.get<readonly { id: string }[]>(`/roles/${role.id}/permissions`);
    expect(data.map(({ id }) => id)).to.deep.equal([permission.id]);
  });

  it('are created, and deleted after a confirmation with the number of affected users', async () => {
    const page = await stage.openLoggedIn(undefined, '/roles');
    const name = unique('审核员 ');
    await page.getByRole('button', { name: 'Create role' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Code').fill(unique('REVIEWER_').toUpperCase());
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Create role' }).click();
    await heading(page, name).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByText('No user has this role.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await notice(page, `The role ${name} was deleted.`).waitFor();
  });

  it('appear in the activity with the name of the user when they are granted', async () => {
    const { admin } = stage.service();
    const role = await aRole(admin);
    const person = await aPerson(stage.service(), []);
    await admin.put(`/users/${person.id}/roles`, { roleIds: [role.id] });
    const page = await stage.openLoggedIn(undefined, '/overview');
    await openScreen(page, 'Activity');
    await page.getByRole('button', { name: 'Role changes' }).click();
    await settled(page);
    await page.getByRole('listitem').filter({ hasText: person.username }).first().waitFor();
  });
});
