import { expect } from 'chai';
import { aMenu, aPermission, aRole } from '../test/support/builders.ts';
import {
  confirmEffect,
  effectDialog,
  heading,
  notice,
  openScreen,
  panel,
  saveButton,
} from '../test/support/console.ts';
import { until } from '../test/support/machine.ts';
import { aUserWithRoles, aPerson, unique } from '../test/support/service.ts';
import { settled } from './support/screens.ts';
import { startCounting } from './support/effort.ts';
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
    await saveButton(page).click();
    await effectDialog(page).getByText('gains the permission Read users').waitFor();
    await effectDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await panel(page, 'Permissions').getByText('Nothing was saved.').waitFor();
    expect((await person.api.get('/users')).status).to.equal(403);
    await saveButton(page).click();
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
    await saveButton(page).click();
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
    await saveButton(page).click();
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
    await page.getByRole('link', { name: 'Create role' }).click();
    await page.getByRole('textbox', { name: 'Code' }).fill(unique('REVIEWER_').toUpperCase());
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Create role' }).click();
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

  it('are created with permissions, menus and a user until a day, with at most ten clicks', async () => {
    const { admin } = stage.service();
    const directory = await aMenu(admin, { menuName: unique('Directory '), menuType: 1 });
    for (let count = 0; count < 3; count += 1) await aMenu(admin, { parentId: directory.id });
    const person = await aPerson(stage.service(), ['USER']);
    const name = unique('Support ');
    const page = await stage.openLoggedIn();
    const effort = await startCounting(page);
    await page.getByRole('link', { name: 'Roles', exact: true }).click();
    await page.getByRole('link', { name: 'Create role' }).click();
    await page.getByRole('textbox', { name: 'Code' }).waitFor();
    await page.keyboard.type(name);
    const code = page.getByRole('textbox', { name: 'Code' });
    await until('the code follows the name', async () => {
      return (await code.inputValue()) === name.toUpperCase().replace(' ', '_');
    });
    await page.getByRole('checkbox', { name: 'All permissions of Users' }).check();
    await page.getByRole('checkbox', { name: 'Read roles' }).check();
    await page.getByRole('searchbox', { name: 'Search menus' }).click();
    await page.keyboard.type(directory.title);
    await page.getByRole('treeitem').filter({ hasText: directory.title }).click();
    await page.getByRole('button', { name: 'Give to' }).click();
    await page.keyboard.type(person.username);
    await page.getByRole('dialog').getByRole('button', { name: person.username }).click();
    await page.keyboard.press('Tab');
    await page.getByLabel('Until').fill('2099-12-31T23:59');
    await page.getByRole('button', { name: 'Create role' }).click();
    await confirmEffect(page);
    await heading(page, name).waitFor();
    const { clicks } = await effort();
    expect(clicks).to.be.at.most(10);
    const { data } = await admin.get<{ grants: readonly { validUntil: string | null }[] }>(
      `/users/${person.id}/role-grants`,
    );
    expect(data.grants.map(({ validUntil }) => validUntil?.slice(0, 7))).to.include('2099-12');
    const { data: codes } = await person.api.get<readonly { code: string }[]>('/auth/permissions');
    expect(JSON.stringify(codes)).to.include('role.read').and.include('user.delete');
  });
});
