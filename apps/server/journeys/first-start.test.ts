import { temporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { apiAt } from '../test/support/api.ts';
import { launchBrowser } from '../test/support/browser.ts';
import { confirmEffect, heading, notice, openScreen, panel, saveButton } from '../test/support/console.ts';
import { withDirectory } from '../test/support/process.ts';
import { logInAs } from '../test/support/service.ts';
import { openCheckedTab } from './support/checked-tab.ts';
import { firstAdministrator, setUp } from './support/set-up.ts';

/** Maximum time from opening the setup link until a new user has a role, in seconds. */
const allowedSeconds = 90;

const { password } = firstAdministrator;

async function grantRoleToNewUser(page: Page): Promise<void> {
  await openScreen(page, 'Users');
  await page.getByRole('button', { name: 'Create user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Username').fill('newcomer');
  await dialog.getByLabel('E-mail').fill('newcomer@example.com');
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await heading(page, 'newcomer').waitFor();
  await panel(page, 'Roles').getByLabel('MODERATOR').check();
  await saveButton(page).click();
  await confirmEffect(page);
  await notice(page, 'Saved.').waitFor();
}

describe('The first start', () => {
  let browser: Browser | undefined;

  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  it('prints a link that works once; an administrator creates a user with a role within 90 s', () =>
    withDirectory(async (_directory, start) => {
      const adminUrl = process.env['TEST_DATABASE_URL'];
      const database = adminUrl === undefined ? undefined : await temporaryDatabase(adminUrl);
      const program = start(database === undefined ? {} : { DATABASE_URL: database.url });
      const url = await program.listening;
      const link = /(http:\S+#setup=\S+)/.exec(program.written.stderr)?.[1] ?? expect.fail('No link was printed.');
      const started = browser ?? expect.fail('These tests need Chromium.');
      // The link names localhost, because browsers allow passkeys only there.
      const { origin } = new URL(link);
      const visit = await openCheckedTab(started, origin);

      const begun = Date.now();
      await visit.page.goto(link);
      await heading(visit.page, 'Set up Portcullis').waitFor();
      // The token is no longer in the URL, but a reload does not lose it.
      await visit.page.reload();
      await heading(visit.page, 'Set up Portcullis').waitFor();
      await setUp(visit.page);
      await grantRoleToNewUser(visit.page);
      const seconds = (Date.now() - begun) / 1000;
      console.log(`      first start to granted role: ${seconds.toFixed(1)} s of page time`);
      expect(seconds).to.be.below(allowedSeconds);
      const newcomer = await logInAs(apiAt(url), { username: 'newcomer', password });
      expect((await newcomer.get<{ roles: readonly string[] }>('/auth/profile')).data.roles).to.include('MODERATOR');

      const later = await openCheckedTab(started, origin);
      await later.page.goto(link);
      await heading(later.page, 'This link is not valid.').waitFor();
      await later.page.getByRole('button', { name: 'Go to the log-in' }).click();
      await heading(later.page, 'Log in').waitFor();
      expect(new URL(later.page.url()).hash, 'the token is removed from the URL').to.equal('');
      expect([...visit.complaints, ...later.complaints]).to.deep.equal([]);
      await Promise.all([visit.close(), later.close()]);
      await program.stop();
      await database?.drop();
    }));
});
