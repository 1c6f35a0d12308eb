import { eventually, expectEqual, expectThat } from '../support/checks.ts';
import type { FrontEndTestContext } from '../support/front-end.ts';
import { answerDeletion, boxOf, confirm, fieldOf, fill, messageOf, openLoggedIn, rowOf } from './screen.ts';

/** Tests the management of roles and of their menus and permissions. */
export async function checkRoles({ service, browser, check }: FrontEndTestContext): Promise<void> {
  const window = await openLoggedIn(browser);
  const { page } = window;
  const find = async (code: string) =>
    (await service.admin.get('/api/roles', { params: { query: { code } } })).items[0];
  const permissionsOf = async (code: string) => {
    const roleId = (await find(code))?.id ?? '';
    const granted = await service.admin.get('/api/roles/{roleId}/permissions', { params: { path: { roleId } } });
    return granted.map((permission) => permission.code).toSorted();
  };

  await page.goto('/manage/role');
  await check('the form refuses a code in lower-case letters', async () => {
    await page.getByRole('button', { name: 'Add' }).click();
    await fill(page, 'Role Name', 'Writers');
    await fill(page, 'Role Code', 'writers');
    await confirm(page);
    await fieldOf(page, 'Role Code').getByText('A capital letter').waitFor();
  });
  await check('a role is added', async () => {
    await fill(page, 'Role Code', 'WRITERS');
    await confirm(page);
    await messageOf(page, 'Add Success').waitFor();
    await rowOf(page, 'WRITERS').waitFor();
  });
  await check('the permissions dialog shows the permissions of the service, grouped by resource', async () => {
    await rowOf(page, 'WRITERS').getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Permissions' }).click();
    await page.locator('.n-tree').getByText('Read users (user.read)').waitFor();
    expectEqual(await page.getByText('button10').count(), 0);
  });
  await check('permissions are saved', async () => {
    await boxOf(page, 'Read users (user.read)').click();
    await boxOf(page, 'project').click();
    await confirm(page);
    await messageOf(page, 'Modify Success').waitFor();
    const granted = ['project.create', 'project.delete', 'project.read', 'project.update', 'user.read'];
    expectEqual(await permissionsOf('WRITERS'), granted);
  });
  await check('the permissions dialog opens with the saved permissions', async () => {
    await page.getByRole('button', { name: 'Permissions' }).click();
    await eventually(async () => expectEqual(await page.locator('.n-tree .n-checkbox--checked').count(), 6));
    await page.locator('.n-modal').getByRole('button', { name: 'Cancel' }).click();
  });
  await check('the menus dialog saves menus and has no selector for the home page', async () => {
    await page.getByRole('button', { name: 'Menu Auth' }).click();
    await boxOf(page, 'Home').click();
    expectEqual(await page.locator('.n-modal .n-base-selection').count(), 0);
    await messageOf(page, 'Modify Success').waitFor({ state: 'hidden' });
    await confirm(page);
    await messageOf(page, 'Modify Success').waitFor();
    const roleId = (await find('WRITERS'))?.id ?? '';
    const menus = await service.admin.get('/api/roles/{roleId}/menus', { params: { path: { roleId } } });
    expectEqual(
      menus.map(({ routeName }) => routeName),
      ['home'],
    );
  });
  await check('a description is saved', async () => {
    await fill(page, 'Role Description', 'Writes');
    await confirm(page);
    await eventually(async () => expectEqual((await find('WRITERS'))?.description, 'Writes'));
  });
  await check('a role is not overwritten if another user has changed it meanwhile', async () => {
    await page.goto('/manage/role');
    await rowOf(page, 'WRITERS').getByRole('button', { name: 'Edit' }).click();
    const path = { id: (await find('WRITERS'))?.id ?? '' };
    await service.admin.patch('/api/roles/{id}', { params: { path }, body: { name: 'Authors' } });
    await fill(page, 'Role Description', 'Overwritten');
    await confirm(page);
    await messageOf(page, 'Somebody else has changed this in the meantime (Role Name)').waitFor();
    expectEqual((await find('WRITERS'))?.description, 'Writes');
    await page.reload();
  });
  await check('the permissions of a role are not overwritten if another user has changed the role', async () => {
    await rowOf(page, 'WRITERS').getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Permissions' }).click();
    await boxOf(page, 'project').waitFor();
    const path = { id: (await find('WRITERS'))?.id ?? '' };
    await service.admin.patch('/api/roles/{id}', { params: { path }, body: { name: 'Writers' } });
    await boxOf(page, 'project').click();
    await confirm(page);
    await messageOf(page, 'Somebody else has changed this in the meantime (Role Name)').waitFor();
    expectEqual((await permissionsOf('WRITERS')).length, 5);
    await page.reload();
  });
  await check('the list shows only roles that match both name and code', async () => {
    const search = page.locator('.n-collapse-item');
    await search.locator('.n-form-item').filter({ hasText: 'Role Name' }).locator('input').fill('rit');
    await search.locator('.n-form-item').filter({ hasText: 'Role Code' }).locator('input').fill('ADMIN');
    await search.getByRole('button', { name: 'Search' }).click();
    await eventually(async () => expectEqual(await rowOf(page, 'WRITERS').count(), 0));
  });
  await page.goto('/manage/role');
  await check('deleting asks for confirmation with the name and the consequences', async () => {
    await rowOf(page, 'WRITERS').getByRole('button', { name: 'Delete' }).click();
    await page.locator('.n-dialog').getByText('Delete Writers?').waitFor();
    await page.locator('.n-dialog').getByText('taken from 0 users, with 5 permissions and 1 menus').waitFor();
    await answerDeletion(page, 'Delete');
    await messageOf(page, 'Delete Success').waitFor();
    expectEqual(await find('WRITERS'), undefined);
  });
  await check('a system role cannot be deleted, and no success is shown', async () => {
    await messageOf(page, 'Delete Success').waitFor({ state: 'hidden' });
    await rowOf(page, 'MODERATOR').getByRole('button', { name: 'Delete' }).click();
    await answerDeletion(page, 'Delete');
    await messageOf(page, 'system role').waitFor();
    expectThat((await messageOf(page, 'Delete Success').count()) === 0, 'a success is shown');
  });
  await check('no script of these pages has failed', async () => expectEqual(window.scriptErrors, []));
  await window.context.close();
}
