import { expect } from 'chai';
import type { CDPSession, Page } from 'playwright-core';
import { fillLogIn, heading, logOut, notice, panel } from '../test/support/console.ts';
import { freePort } from '../test/support/machine.ts';
import { anAdministrator } from '../test/support/service.ts';
import { endRecentAuthentication } from './support/recent-authentication.ts';
import { useServiceAndBrowser } from './support/stage.ts';

/** Adds a virtual authenticator to the tab. Like a laptop, it stores passkeys and verifies the user. */
async function addAuthenticator(page: Page): Promise<{ readonly tools: CDPSession; readonly authenticatorId: string }> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('WebAuthn.enable');
  const { authenticatorId } = await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { tools, authenticatorId };
}

describe('Passkeys in the console', () => {
  // Passkeys do not work with IP addresses, so the console is opened at localhost. PUBLIC_URL must contain the host and
  // the port, so the port is chosen before the service starts.
  let port = 0;
  before(async () => {
    port = await freePort();
  });
  const address = () => `http://localhost:${port}`;
  const stage = useServiceAndBrowser(() => ({ PORT: String(port), PUBLIC_URL: address(), STEP_UP_MAX_AGE: '900' }));

  it('are added with a name, used as the only and as the second log-in step, and removed', async () => {
    const person = await anAdministrator(stage.service());
    const { page } = await stage.open({}, address());
    const { tools, authenticatorId } = await addAuthenticator(page);
    await page.goto('/admin/account');
    await fillLogIn(page, person);

    const factors = panel(page, 'Second factor');
    await factors.getByRole('button', { name: 'Add a passkey' }).click();
    await factors.getByLabel('Name').fill('Laptop');
    await factors.getByLabel('Current password').fill('wrong');
    await factors.getByRole('button', { name: 'Continue' }).click();
    await factors.getByText('The current password is wrong.').waitFor();
    await factors.getByLabel('Current password').fill(person.password);
    await factors.getByRole('button', { name: 'Continue' }).click();
    await factors.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    await factors.getByRole('button', { name: 'I have kept them' }).click();
    await factors.getByText('Passkey “Laptop”').waitFor();

    await logOut(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await heading(page, 'My account').waitFor();
    await factors.getByText('last used').waitFor();

    await logOut(page);
    await fillLogIn(page, person);
    await page.getByRole('textbox', { name: 'Code' }).waitFor();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await heading(page, 'My account').waitFor();
    const { credentials } = await tools.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials.map(({ rpId, isResidentCredential }) => ({ rpId, isResidentCredential }))).to.deep.equal([
      { rpId: 'localhost', isResidentCredential: true },
    ]);

    await factors.getByRole('button', { name: 'Remove the passkey Laptop' }).click();
    await endRecentAuthentication(stage.service(), person);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Is it still you?' });
    await question.getByRole('button', { name: 'Use a passkey' }).click();
    await notice(page, 'The passkey was removed.').waitFor();
    await logOut(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('alert').filter({ hasText: 'This passkey was not accepted.' }).waitFor();
    await fillLogIn(page, person);
    await heading(page, 'My account').waitFor();
  });

  it('do not log in if the authenticator has not verified the user', async () => {
    const { page } = await stage.open({}, address());
    const { tools, authenticatorId } = await addAuthenticator(page);
    await tools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await page.goto('/admin/');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('alert').filter({ hasText: 'The browser did not use a passkey.' }).waitFor();
  });

  it('show an error with the right host if the console is opened at another host', async () => {
    const { page } = await stage.open();
    await page.goto('/admin/');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('alert').filter({ hasText: 'opened at localhost' }).waitFor();
  });
});
