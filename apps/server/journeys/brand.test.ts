import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { logIn } from '../test/support/console.ts';
import { administrator } from '../test/support/service.ts';
import { axe, violations } from './support/accessibility.ts';
import { goTo } from './support/screens.ts';
import { useServiceAndBrowser } from './support/stage.ts';

const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>';

describe('The name, the logo and the colour of a team', () => {
  const directory = mkdtempSync(join(tmpdir(), 'brand-'));
  const logo = join(directory, 'logo.svg');
  writeFileSync(logo, picture);
  const stage = useServiceAndBrowser(() => ({
    CONSOLE_TITLE: 'Ada & Söhne <intern>',
    CONSOLE_LOGO: logo,
    CONSOLE_ACCENT: '#7a1fa2',
  }));
  after(() => rmSync(directory, { recursive: true }));

  for (const colorScheme of ['light', 'dark'] as const)
    it(`are those of the console, and can be read in the ${colorScheme} theme`, async () => {
      const { page } = await stage.open({ colorScheme });
      await page.addInitScript(axe);
      await page.goto('/admin/');
      await page.locator('.brand').getByText('Ada & Söhne <intern>').waitFor();
      expect(await page.title()).to.equal('Log in · Ada & Söhne <intern>');
      expect(await violations(page)).to.deep.equal([]);
      await logIn(page, administrator, '/roles');
      expect(await violations(page)).to.deep.equal([]);
      await goTo(page, '/users');
      expect(await violations(page)).to.deep.equal([]);
      const width = await page.evaluate<number>(`document.querySelector('.top img.logo').naturalWidth`);
      expect(width).to.be.greaterThan(0);
      const [colour] = await page.evaluate<readonly string[]>(
        `[getComputedStyle(document.querySelector('.button-main')).backgroundColor]`,
      );
      if (colorScheme === 'light') expect(colour).to.equal('rgb(122, 31, 162)');
    });
});
