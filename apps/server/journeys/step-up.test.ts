import { administratorRole } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import { totpCodeOf } from '../src/adapters/totp-codes.ts';
import { aRole, expectSuccess } from '../test/support/builders.ts';
import { notice, panel, saveButton } from '../test/support/console.ts';
import { aPerson, anAdministrator } from '../test/support/service.ts';
import { endRecentAuthentication } from './support/recent-authentication.ts';
import { useServiceAndBrowser } from './support/stage.ts';

describe('A recent authentication in the console', () => {
  const stage = useServiceAndBrowser(() => ({ STEP_UP_MAX_AGE: '900' }));

  it('is requested with the password, and the change is saved afterwards', async () => {
    const role = await aRole(stage.service().admin);
    const person = await anAdministrator(stage.service());
    const page = await stage.openLoggedIn(person, `/roles/${role.id}`);
    await endRecentAuthentication(stage.service(), person);
    await panel(page, 'Role').getByLabel('Requires a second factor').check();
    await saveButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Is it still you?' });
    await dialog.getByLabel('Password').fill('wrong');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.locator('[name="password"][aria-invalid="true"]').waitFor();
    await dialog.getByLabel('Password').fill(person.password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await notice(page, 'Saved.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    const { data } = await stage.service().admin.get(`/roles/${role.id}`);
    expect(data).to.include({ requiresFactor: true });
  });

  it('can be cancelled, and then the change is not saved', async () => {
    const [other, person] = [await aPerson(stage.service()), await anAdministrator(stage.service())];
    const page = await stage.openLoggedIn(person, `/users/${other.id}`);
    await endRecentAuthentication(stage.service(), person);
    await panel(page, 'Profile').getByLabel('Nickname').fill('Changed');
    await saveButton(page).click();
    await page.getByRole('dialog', { name: 'Is it still you?' }).getByRole('button', { name: 'Cancel' }).click();
    await panel(page, 'Profile').getByText('Please confirm that it is you.').waitFor();
    const { data } = await stage.service().admin.get(`/users/${other.id}`);
    expect(data).to.include({ nickName: null });
  });

  it('is requested with a code if the account has a second factor, also for a change of a system role', async () => {
    const person = await anAdministrator(stage.service());
    const { password } = person;
    const app = await expectSuccess(
      person.api.post<{ id: string; secret: string }>('/auth/factors/totp', { currentPassword: password }),
    );
    const page = await stage.openLoggedIn(person, `/roles/${administratorRole.id}`);
    const code = totpCodeOf(app.secret, Math.floor(Date.now() / 30_000));
    const { recoveryCodes } = await expectSuccess(
      person.api.post<{ recoveryCodes: string[] }>('/auth/factors/totp/confirm', { id: app.id, code }),
    );
    await endRecentAuthentication(stage.service(), person);
    await panel(page, 'Role').getByLabel('Requires a second factor').check();
    await saveButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Is it still you?' });
    await dialog.getByRole('textbox', { name: 'Code' }).fill(recoveryCodes[0] ?? '');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await notice(page, 'Saved.').waitFor();
    // The person has entered a recovery code, so the session counts as one with a second factor. The role ADMIN
    // therefore still applies, although it now requires a second factor.
    await panel(page, 'Role').getByLabel('Requires a second factor').uncheck();
    await saveButton(page).click();
    await notice(page, 'Saved.').waitFor();
    const { data } = await person.api.get<{ roles: string[] }>('/auth/profile');
    expect(data.roles).to.include(administratorRole.code);
  });
});
