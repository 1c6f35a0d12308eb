import { expect } from 'chai';
import { aContent, aMenu, aRole, aTag, expectSuccess } from '../test/support/builders.ts';
import { confirmEffect, logOut, notice, panel, saveButton, undo } from '../test/support/console.ts';
import { aPerson, unique } from '../test/support/service.ts';
import { useServiceAndBrowser } from './support/stage.ts';

describe('Actions in the console can be undone', () => {
  const stage = useServiceAndBrowser();
  const api = () => stage.service().admin;

  it('after the move of a menu', async () => {
    const [parent, child] = [await aMenu(api(), { order: 1000 }), await aMenu(api(), { order: 1001 })];
    const page = await stage.openLoggedIn(undefined, `/menus?menu=${child.id}`);
    await page.getByRole('button', { name: 'Indent' }).click();
    await undo(page, 'was moved.');
    const { data } = await api().get<{ parentId: string | null }>(`/menus/${child.id}`);
    expect(data.parentId).to.equal(null);
    expect(parent.id).to.be.a('string');
  });

  it('after users were disabled together', async () => {
    const person = await aPerson(stage.service());
    const page = await stage.openLoggedIn(undefined, `/users?search=${person.username}`);
    await page.getByLabel(`Select ${person.username}`).check();
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }).click();
    await undo(page, '1 user was disabled.');
    const { data } = await api().get<{ status: number }>(`/users/${person.id}`);
    expect(data.status).to.equal(1);
  });

  it('after a change of the roles of a user and of the permissions of a role', async () => {
    const [person, role] = [await aPerson(stage.service()), await aRole(api())];
    const page = await stage.openLoggedIn(undefined, `/users/${person.id}`);
    const roles = panel(page, 'Roles');
    await roles.getByLabel('MODERATOR').check();
    await saveButton(page).click();
    // The offer to undo the change does not wait until the user is read again.
    const offered = notice(page, 'Saved.').getByRole('button', { name: 'Undo' }).waitFor();
    await page.route(`**/api/users/${person.id}`, async (route) => {
      await offered;
      await route.continue();
    });
    await confirmEffect(page);
    await offered;
    await undo(page, 'Saved.');
    expect(await roles.getByLabel('MODERATOR').isChecked()).to.equal(false);
    const { data } = await api().get<{ roles: { code: string }[] }>(`/users/${person.id}`);
    expect(data.roles.map(({ code }) => code)).to.deep.equal(['USER']);

    await page.goto(`/admin/roles/${role.id}`);
    const permissions = panel(page, 'Permissions');
    await permissions.getByLabel('(user.read)').check();
    await saveButton(page).click();
    await notice(page, 'Saved.').waitFor();
    // The undo keeps what the person has changed since the save.
    await permissions.getByLabel('(role.read)').check();
    await undo(page, 'Saved.');
    expect(await permissions.getByLabel('(user.read)').isChecked()).to.equal(false);
    expect(await permissions.getByLabel('(role.read)').isChecked()).to.equal(true);
    expect((await api().get(`/roles/${role.id}/permissions`)).data).to.deep.equal([]);
  });

  it('but not with what somebody else has changed in between', async () => {
    const [person, role, other] = [await aPerson(stage.service()), await aRole(api()), await aRole(api())];
    const page = await stage.openLoggedIn(undefined, `/users/${person.id}`);
    await page.route(`**/api/users/${person.id}/role-grants`, async (route) => {
      const response = await route.fetch();
      await expectSuccess(api().put(`/users/${person.id}/roles`, { roleIds: [role.id, other.id] }));
      await route.fulfill({ response });
    });
    await panel(page, 'Roles').getByLabel('MODERATOR').check();
    await saveButton(page).click();
    await confirmEffect(page);
    await notice(page, 'Saved.').getByRole('button', { name: 'Undo' }).click();
    await notice(page, 'This has been changed in the meantime.').waitFor();
    const { data } = await api().get<{ roles: readonly { id: string }[] }>(`/users/${person.id}`);
    expect(data.roles.map(({ id }) => id)).to.have.members([role.id, other.id]);
  });

  it('after articles were published together; archiving a draft cannot be undone, so it is asked about', async () => {
    const title = unique('Batch ');
    const { id } = await aContent(api(), { title });
    const statusOf = async () => (await api().get<{ status: string }>(`/contents/${id}`)).data.status;
    const page = await stage.openLoggedIn(undefined, `/contents?search=${encodeURIComponent(title)}`);
    const change = async (action: string): Promise<void> => {
      await page.getByLabel(`Select ${title}`).check();
      await page.getByRole('button', { name: action, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
    };
    await change('Publish');
    await undo(page, 'published');
    expect(await statusOf()).to.equal('DRAFT');
    await page.getByRole('cell', { name: 'Draft', exact: true }).waitFor();
    await change('Archive');
    const archived = notice(page, '1 article archived.');
    await archived.waitFor();
    expect(await archived.getByRole('button', { name: 'Undo' }).count()).to.equal(0);
    expect(await statusOf()).to.equal('ARCHIVED');
  });

  it('before tags are deleted, which the console announces until it has happened, also on another page', async () => {
    const name = unique('Tag ');
    const tags = await Promise.all([aTag(api(), { name: `${name} 1` }), aTag(api(), { name: `${name} 2` })]);
    const found = async () =>
      (await api().get<{ total: number }>(`/tags?search=${encodeURIComponent(name)}`)).data.total;
    const page = await stage.openLoggedIn(undefined, `/tags?search=${encodeURIComponent(name)}`);
    await page.getByLabel('Select all').check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await notice(page, `Deleting ${tags.length} tags in 10 seconds`).waitFor();
    expect(await found()).to.equal(2);
    await page.getByRole('link', { name: 'Categories' }).click();
    await notice(page, 'Deleting 2 tags').waitFor();
    await notice(page, '2 tags were deleted.').waitFor();
    expect(await found()).to.equal(0);
  });

  it('and a tag that could not be deleted with others is shown again', async () => {
    const name = unique('Tag ');
    const [kept] = await Promise.all([aTag(api(), { name: `${name} 1` }), aTag(api(), { name: `${name} 2` })]);
    const page = await stage.openLoggedIn(undefined, `/tags?search=${encodeURIComponent(name)}`);
    await page.route(`**/api/tags/${kept.id}`, (route) => route.abort());
    await page.getByLabel('Select all').check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    const row = (number: number) => page.getByRole('row', { name: `${name} ${number}` });
    await row(1).waitFor({ state: 'detached' });
    await row(1).waitFor();
    await row(2).waitFor({ state: 'detached' });
  });

  it('before a preview link is revoked, which is done after 10 seconds or at the log-out', async () => {
    const { id } = await aContent(api());
    const links = async () => (await api().get<{ total: number }>(`/contents/${id}/preview-links`)).data.total;
    await expectSuccess(api().post(`/contents/${id}/preview-links`, { expiresIn: '1h' }));
    const page = await stage.openLoggedIn(undefined, `/contents/${id}`);
    const revoke = async (): Promise<void> => {
      await panel(page, 'Preview links').getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await panel(page, 'Preview links').getByRole('button', { name: 'Revoke' }).waitFor({ state: 'detached' });
    };
    await revoke();
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click();
    await panel(page, 'Preview links').getByRole('button', { name: 'Revoke' }).waitFor();
    expect(await links()).to.equal(1);
    await revoke();
    await logOut(page);
    await page.getByLabel('Username or e-mail').waitFor();
    expect(await links()).to.equal(0);
  });

  it('before an account at a provider is unlinked, which is done after 10 seconds or at the log-out', async () => {
    const person = await aPerson(stage.service());
    await stage.service().server.database.pool.query(
      `INSERT INTO identities (id, user_id, issuer, subject, created_at, last_used_at)
       VALUES (gen_random_uuid(), $1, 'https://provider.example', $2, now(), now())`,
      [person.id, person.username],
    );
    const linked = async () => (await api().get<readonly unknown[]>(`/users/${person.id}/identities`)).data.length;
    const page = await stage.openLoggedIn(undefined, `/users/${person.id}`);
    const unlink = page.getByRole('button', { name: 'Unlink https://provider.example' });
    await unlink.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
    await unlink.waitFor({ state: 'detached' });
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click();
    await unlink.click();
    expect(await linked()).to.equal(1);
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
    await unlink.waitFor({ state: 'detached' });
    await logOut(page);
    await page.getByLabel('Username or e-mail').waitFor();
    expect(await linked()).to.equal(0);
  });
});
