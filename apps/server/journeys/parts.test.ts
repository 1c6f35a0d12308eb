import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { root } from '../test/architecture/files.ts';
import { launchBrowser, openMonitoredTab } from '../test/support/browser.ts';
import { axe, violations } from './support/accessibility.ts';

/** Returns the names of the components that the files of a folder export. */
function exportedComponents(folder: string): readonly string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.tsx'));
  const sources = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  return [...sources.matchAll(/^export (?:const|function) ([A-Z]\w*)/gm)].map(([, name = '']) => name);
}

/** The parts whose buttons open dialogs. */
const openingParts = [
  'Dialog',
  'DialogButton',
  'ConfirmDialog',
  'CreateButton',
  'ChoiceInput',
  'SearchPicker',
  'SavedViews',
];

/** The page repeats parts such as pagers. Their labels are unique on the screens, which another journey examines. */
const isOfRepetition = (violation: string): boolean => violation.startsWith('landmark-unique:');

describe('The page with the parts of the console', () => {
  let server: ChildProcess;
  let browser: Browser;
  let address: string;

  before(async () => {
    const script = join(root, 'apps/console/dist/test/parts-page/serve.js');
    server = spawn(process.execPath, [script], {
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(server.stdout ?? expect.fail('The page has no output.'), 'data');
    address = String(line).trim();
    browser = (await launchBrowser()) ?? expect.fail('These tests need Chromium.');
  });
  after(async () => {
    await browser.close();
    server.kill();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`shows every component in states without violations of the axe-core rules in the ${colorScheme} theme`, async () => {
      const { page, complaints, close } = await openMonitoredTab(browser, new URL(address).origin, { colorScheme });
      await page.addInitScript(axe);
      await page.goto(address);
      await page.locator('[data-part]').first().waitFor();
      const names = await page.evaluate<readonly string[]>(
        `[...document.querySelectorAll('[data-part]')].map((part) => part.dataset.part)`,
      );
      expect(names).to.have.members(exportedComponents(join(root, 'apps/console/src/parts')));

      const found = [...(await violations(page))];
      const openers = page.locator(openingParts.map((name) => `[data-part="${name}"] button`).join(', '));
      expect(await openers.count()).to.equal(10);
      for (const opener of await openers.all()) {
        await opener.click();
        const dialog = page.getByRole('dialog');
        await dialog.waitFor();
        found.push(...(await violations(page)));
        await dialog.getByRole('button', { name: /^(?:Close|Log in)$/ }).click();
        await dialog.waitFor({ state: 'detached' });
      }
      for (const button of await page.getByRole('button', { name: /^Show (?:a|an) / }).all()) {
        await button.click();
        found.push(...(await violations(page)));
      }
      expect(found.filter((violation) => !isOfRepetition(violation))).to.deep.equal([]);
      expect(complaints).to.deep.equal([]);
      await close();
    });
});
