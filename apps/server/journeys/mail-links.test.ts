import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openMailbox, type Mailbox } from '../test/mail/mailbox.ts';
import { linkIn, mailTo, mailVariables } from '../test/mail/received-mails.ts';
import { heading, notice, panel, saveButton } from '../test/support/console.ts';
import { aPerson, unique } from '../test/support/service.ts';
import { useServiceAndBrowser } from './support/stage.ts';

const password = 'a-password-that-is-long-1';

describe('Links in mails, opened in the console', () => {
  let mailbox: Mailbox;
  before(async () => {
    mailbox = await openMailbox();
  });
  const stage = useServiceAndBrowser(() => mailVariables(mailbox));
  after(() => mailbox.close());

  /** Opens the link in the latest mail to an e-mail address, but at the origin of the tested service. */
  const openLink = async (page: Page, address: string): Promise<void> => {
    const { hash } = linkIn(await mailTo(mailbox, address));
    await page.goto(`/admin/${hash}`);
  };

  it('let an invited person choose a password; only the latest invitation works', async () => {
    const username = unique('guest-');
    const email = `${username}@example.com`;
    const office = await stage.openLoggedIn(undefined, '/users');
    await office.getByRole('button', { name: 'Create user' }).click();
    const dialog = office.getByRole('dialog');
    await dialog.getByLabel('Username').fill(username);
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByLabel('Invite by mail').check();
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await heading(office, username).waitFor();
    const { hash: earlier } = linkIn(await mailTo(mailbox, email));
    await panel(office, 'Invitation').getByRole('button', { name: 'Send the invitation again' }).click();
    await notice(office, 'The mail is on its way.').waitFor();

    const { page: home } = await stage.open();
    await openLink(home, email);
    await heading(home, 'Welcome: choose your password').waitFor();
    expect(new URL(home.url()).hash, 'the token is removed from the URL').to.equal('');
    await home.getByLabel('Password', { exact: true }).fill(password);
    await home.getByRole('button', { name: 'Set the password and log in' }).click();
    await home.locator('main#content h1').waitFor();

    const { page: late } = await stage.open();
    await late.goto(`/admin/${earlier}`);
    await late.getByLabel('Password', { exact: true }).fill(password);
    await late.getByRole('button', { name: 'Set the password and log in' }).click();
    await late.getByText('This link is not valid or has been used.').waitFor();
    await office.reload();
    await heading(office, username).waitFor();
    await panel(office, 'Set password').waitFor();
    expect(await panel(office, 'Invitation').count()).to.equal(0);
  });

  it('confirm a new e-mail address, which the account screen shows as pending until then', async () => {
    const person = await aPerson(stage.service());
    const email = `${unique('new-')}@example.com`;
    const page = await stage.openLoggedIn(person, '/account');
    const profile = panel(page, 'Profile');
    await profile.getByLabel('E-mail').fill(email);
    await saveButton(page).click();
    await profile.getByText(`${email} waits for its confirmation`).waitFor();
    expect(await profile.getByLabel('E-mail').inputValue()).to.equal(person.email);

    const { page: tab } = await stage.open();
    await openLink(tab, email);
    await tab.getByRole('button', { name: 'Confirm the address' }).click();
    await tab.getByText('Your new e-mail address was confirmed.').waitFor();
    await page.reload();
    await heading(page, 'My account').waitFor();
    await profile.getByLabel('E-mail').waitFor();
    expect(await profile.getByLabel('E-mail').inputValue()).to.equal(email);
  });
});
