import { expect } from 'chai';
import { confirmEffect, heading, notice, openScreen, panel, saveButton } from '../test/support/console.ts';
import { administrator, aPerson, anAdministrator, unique } from '../test/support/service.ts';
import { useServiceAndBrowser } from './support/stage.ts';

describe('Users in the console', () => {
  const stage = useServiceAndBrowser();

  it('are created with a Chinese name and found by their nickname', async () => {
    const page = await stage.openLoggedIn(undefined, '/users');
    const username = unique('王小明');
    await page.getByRole('button', { name: 'Create user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Username').fill(username);
    await dialog.getByLabel('E-mail').fill(`${unique()}@example.com`);
    await dialog.getByLabel('Nickname').fill('小明·欧阳 𠮷');
    await dialog.getByLabel('Password', { exact: true }).fill('a-password-that-is-long-1');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await heading(page, username).waitFor();

    await openScreen(page, 'Users');
    await page.getByRole('searchbox').fill('小明·欧阳');
    const row = page.getByRole('row').filter({ hasText: username });
    await row.getByText('小明·欧阳 𠮷').waitFor();
    const { data } = await stage
      .service()
      .admin.get<{ total: number }>(`/users?search=${encodeURIComponent(username)}`);
    expect(data.total).to.equal(1);
  });

  it('get an error at the field that the service rejects, and the form keeps its values', async () => {
    const other = await aPerson(stage.service());
    const page = await stage.openLoggedIn(undefined, '/users');
    await page.getByRole('button', { name: 'Create user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Username').fill(unique());
    await dialog.getByLabel('E-mail').fill(other.email);
    await dialog.getByLabel('Password', { exact: true }).fill('a-password-that-is-long-1');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    const email = dialog.getByLabel('E-mail');
    await page.locator('[name="email"][aria-invalid="true"]').waitFor();
    expect(await email.inputValue()).to.equal(other.email);
    expect(await page.evaluate('document.activeElement.name')).to.equal('email');
  });

  it('keep the changes of two administrators to different fields', async () => {
    const person = await aPerson(stage.service());
    const path = `/users/${person.id}`;
    const first = await stage.openLoggedIn(undefined, path);
    const second = await stage.openLoggedIn(await anAdministrator(stage.service()), path);
    await panel(first, 'Profile').getByLabel('Nickname').fill('from the first');
    await panel(second, 'Profile').getByLabel('Phone').fill('+86 10 1234 5678');
    for (const page of [first, second]) await saveButton(page).click();
    await notice(first, 'Saved.').waitFor();
    const dialog = second.getByRole('dialog', { name: 'Somebody else has changed this' });
    const nickname = dialog.getByRole('group', { name: 'Nickname' });
    await nickname.getByText('from the first').waitFor();
    await dialog.getByText(`by ${administrator.username}`).waitFor();
    await dialog.getByText('Changed meanwhile: Nickname.').waitFor();
    expect(await nickname.getByLabel('Take theirs').isChecked(), 'changed only by the other').to.equal(true);
    await dialog.getByRole('button', { name: 'Save what is chosen' }).click();
    await notice(second, 'Saved.').waitFor();
    const { data } = await stage.service().admin.get(path);
    expect(data).to.include({ nickName: 'from the first', phone: '+86 10 1234 5678' });
  });

  it('keep the roles of another administrator until the conflict is resolved', async () => {
    const person = await aPerson(stage.service());
    const path = `/users/${person.id}`;
    const first = await stage.openLoggedIn(undefined, path);
    const second = await stage.openLoggedIn(await anAdministrator(stage.service()), path);
    const save = async (page: typeof first, role: string): Promise<void> => {
      await panel(page, 'Roles').getByLabel(role).check();
      await saveButton(page).click();
      await confirmEffect(page);
    };
    await panel(second, 'Roles').getByLabel('USER').waitFor();
    await save(first, 'MODERATOR');
    await notice(first, 'Saved.').waitFor();
    await save(second, 'ADMIN');
    const dialog = second.getByRole('dialog', { name: 'Somebody else has changed this' });
    await dialog.getByText('MODERATOR').waitFor();
    expect(await dialog.getByLabel('Keep mine').isChecked()).to.equal(true);
    await dialog.getByRole('button', { name: 'Save what is chosen' }).click();
    await notice(second, 'Saved.').waitFor();
    const { data } = await stage.service().admin.get<{ roles: { code: string }[] }>(path);
    expect(data.roles.map(({ code }) => code)).to.have.members(['USER', 'ADMIN']);
  });

  it('have roles that end, and the form shows the ended ones', async () => {
    const person = await aPerson(stage.service());
    const path = `/users/${person.id}`;
    const page = await stage.openLoggedIn(undefined, path);
    const roles = panel(page, 'Roles');
    const grants = async () =>
      (
        await stage
          .service()
          .admin.get<{ grants: { validFrom: string | null; validUntil: string | null }[] }>(`${path}/role-grants`)
      ).data.grants;
    await roles.getByLabel('Until').fill('2020-02-03T04:05');
    await roles.getByLabel('From').fill('2021-02-03T04:05');
    await saveButton(page).click();
    await roles.getByText('The end of a role must be later than its beginning.').waitFor();
    await roles.getByLabel('From').fill('');
    await saveButton(page).click();
    await confirmEffect(page);
    await notice(page, 'Saved.').waitFor();
    await roles
      .getByText(/: ended, until 2020-02-03 04:05/)
      .first()
      .waitFor();
    const [ended] = await grants();
    expect(ended?.validFrom).to.equal(null);
    expect(ended?.validUntil).to.match(/^2020-02-0/);
    await roles.getByLabel('MODERATOR').check();
    await saveButton(page).click();
    // The notice of the first save may still be shown.
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
    await confirmEffect(page);
    await saved;
    expect((await grants()).length).to.equal(2);
  });

  it('are disabled after a confirmation that explains the consequence', async () => {
    const person = await aPerson(stage.service());
    const page = await stage.openLoggedIn(undefined, `/users/${person.id}`);
    const disable = page.getByRole('button', { name: 'Disable' });
    await disable.click();
    const question = page.getByRole('dialog', { name: `Disable ${person.username}?` });
    await question.getByText('open sessions stop working immediately').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect((await person.api.get('/auth/profile')).status).to.equal(200);
    await disable.click();
    await question.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable' }).waitFor();
    expect((await person.api.get('/auth/profile')).status).to.equal(401);
  });

  it('show when they last logged in and whether they have a second factor, and are filtered by both', async () => {
    const service = stage.service();
    const prefix = unique('seen');
    const recent = await aPerson(service);
    await service.admin.patch(`/users/${recent.id}`, { nickName: prefix });
    const [lazy, invited] = [`${prefix}lazy`, `${prefix}invited`].map((username) => ({
      username,
      email: `${username}@example.com`,
      nickName: prefix,
    }));
    await service.admin.post('/users', { ...lazy, password: 'a-password-that-is-long-1' });
    await service.admin.post('/users', { ...invited, invite: true });
    const page = await stage.openLoggedIn(undefined, `/users?search=${prefix}`);
    const row = (username = '') => page.getByRole('row').filter({ hasText: username });
    await row(recent.username).locator('time').first().waitFor();
    await row(lazy?.username).getByText('never', { exact: true }).waitFor();
    await page.getByLabel('Last log-in').selectOption({ label: 'Not for 30 days' });
    await page.getByText('2 entries').waitFor();
    expect(await row(recent.username).count()).to.equal(0);
    await page.locator('label').filter({ hasText: 'Invited' }).getByRole('combobox').selectOption({ label: 'Yes' });
    await page.getByText('1 entry').waitFor();
    await row(invited?.username).waitFor();
    await page.goto(`/admin/users?search=${prefix}&hasFactor=yes`);
    await page.getByText('Nothing found.').waitFor();
    const moderator = await stage.openLoggedIn(await aPerson(service, ['MODERATOR']), `/users?search=${prefix}`);
    await moderator.getByText('3 entries').waitFor();
    expect(await moderator.getByText('Last log-in').count()).to.equal(0);
  });
});
