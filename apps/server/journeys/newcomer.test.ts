import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../test/support/browser.ts';
import { confirmEffect, heading, notice, openScreen, panel, saveButton } from '../test/support/console.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { withDirectory } from '../test/support/process.ts';
import { openCheckedTab } from './support/checked-tab.ts';
import { setUp } from './support/set-up.ts';

async function createRole(page: Page): Promise<void> {
  await openScreen(page, 'Roles');
  await page.getByRole('link', { name: 'Create role' }).click();
  await page.getByLabel('Name').fill('Reviewer');
  await page.getByRole('checkbox', { name: '(content.update)' }).check();
  await page.getByRole('button', { name: 'Create role' }).click();
  await heading(page, 'Reviewer').waitFor();
}

async function grantRole(page: Page): Promise<void> {
  await openScreen(page, 'Users');
  await page.getByRole('link', { name: 'ada.lindqvist' }).click();
  await panel(page, 'Roles').getByLabel('REVIEWER').check();
  await saveButton(page).click();
  await confirmEffect(page);
  await notice(page, 'Saved.').waitFor();
}

async function scheduleArticle(page: Page): Promise<void> {
  await openScreen(page, 'Articles');
  await page.getByRole('link', { name: 'New article' }).click();
  await page.getByLabel('Title').fill('The first article');
  await page.locator('.cm-content').click();
  await page.keyboard.type('It is published by itself.');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('button', { name: 'Schedule …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule' });
  await dialog.getByRole('textbox', { name: 'Publish at (optional)', exact: true }).fill('2099-05-01T09:30');
  await dialog.getByRole('button', { name: 'Set the schedule' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function createKey(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'API keys', exact: true }).click();
  await page.getByRole('link', { name: 'Create API key' }).click();
  await page.getByLabel('Name').fill('My program');
  await page.getByRole('button', { name: 'Read drafts' }).click();
  await page.getByRole('button', { name: 'Create API key' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** The first tasks of a newcomer, with the maximum number of clicks for each. */
const tasks: readonly {
  readonly name: string;
  readonly clicks: number;
  readonly run: (page: Page) => Promise<void>;
}[] = [
  { name: 'set up with demo data', clicks: 3, run: (page) => setUp(page, { demoData: true }) },
  { name: 'a role of their own', clicks: 5, run: createRole },
  { name: 'the role for a user', clicks: 5, run: grantRole },
  { name: 'an article that is scheduled', clicks: 6, run: scheduleArticle },
  { name: 'an own key', clicks: 5, run: createKey },
];

describe('A newcomer', () => {
  let browser: Browser | undefined;

  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  it('does the first tasks with few clicks', () =>
    withDirectory(async (_directory, start) => {
      const program = start({});
      await program.listening;
      const link = /(http:\S+#setup=\S+)/.exec(program.written.stderr)?.[1] ?? expect.fail('No link was printed.');
      const started = browser ?? expect.fail('These tests need Chromium.');
      const { page, complaints, close } = await openCheckedTab(started, new URL(link).origin);
      let clicks = 0;
      await page.exposeFunction('countClick', () => {
        clicks += 1;
      });
      await page.addInitScript(`addEventListener('pointerdown', () => countClick(), true)`);
      await page.goto(link);
      await heading(page, 'Set up Portcullis').waitFor();
      const tooMany: string[] = [];
      for (const task of tasks) {
        clicks = 0;
        const begun = Date.now();
        await task.run(page);
        printMeasurement(task.name, `${clicks} clicks, ${((Date.now() - begun) / 1000).toFixed(1)} s of page time`);
        if (clicks > task.clicks) tooMany.push(task.name);
      }
      expect(tooMany).to.deep.equal([]);
      expect(complaints).to.deep.equal([]);
      await close();
      await program.stop();
    }));
});
