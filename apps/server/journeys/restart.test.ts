import { temporaryDatabase, type TemporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { expect } from 'chai';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../test/support/browser.ts';
import { logIn, notice, panel, saveButton } from '../test/support/console.ts';
import { createTestHost, type TestHost } from '../test/support/machine.ts';
import { startServer, type Server } from '../test/support/server.ts';
import { administrator, signingSecret } from '../test/support/service.ts';
import { openCheckedTab } from './support/checked-tab.ts';

describe('A form that is open while the service restarts', () => {
  let machine: TestHost;
  let database: TemporaryDatabase | undefined;
  let server: Server;
  let browser: Browser | undefined;

  before(async () => {
    machine = createTestHost();
    const adminUrl = process.env['TEST_DATABASE_URL'];
    if (adminUrl !== undefined) database = await temporaryDatabase(adminUrl);
    server = await startServer(machine, {
      DATA_DIR: join(machine.directory, 'data'),
      ADMIN_PASSWORD: administrator.password,
      JWT_SECRET: signingSecret,
      SHUTDOWN_GRACE: '0s',
      ...(database === undefined ? {} : { DATABASE_URL: database.url }),
    });
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await server.end('SIGTERM');
    await machine.dismantle();
    await database?.drop();
  });

  it('reports that the service does not respond, keeps its values, and saves them afterwards', async () => {
    const visit = await openCheckedTab(browser ?? expect.fail('These tests need Chromium.'), server.api.url);
    const { page } = visit;
    await logIn(page, administrator, '/account');
    const profile = panel(page, 'Profile');
    await profile.getByLabel('Nickname').fill('typed before the restart');
    await server.end('SIGTERM');
    await saveButton(page).click();
    await profile.getByRole('alert').filter({ hasText: 'The service does not respond' }).waitFor();
    expect(await profile.getByLabel('Nickname').inputValue()).to.equal('typed before the restart');
    const line = page.locator('header.top').getByRole('status');
    await line.getByText('No connection.').waitFor();

    await server.start();
    await line.getByText('Not saved.').waitFor();
    await saveButton(page).click();
    await notice(page, 'Saved.').waitFor();
    await line.getByText('Saved').waitFor();
    await page.reload();
    await page.locator('header.top').getByText('typed before the restart').waitFor();
    expect(visit.complaints).to.deep.equal([]);
    await visit.close();
  });
});
