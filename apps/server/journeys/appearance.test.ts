import { expect } from 'chai';
import { logIn } from '../test/support/console.ts';
import { aContent } from '../test/support/builders.ts';
import { ownLabels } from '../test/exercise/own-labels.ts';
import { administrator } from '../test/support/service.ts';
import { axe, violations } from './support/accessibility.ts';
import { openDialogs, refuseWrites } from './support/dialogs.ts';
import { addressesOfAll, addressesOfLabels, goTo, previewPath, settled } from './support/screens.ts';
import { useServiceAndBrowser } from './support/stage.ts';

/** A script that returns the elements beyond the right edge of the window, if the page scrolls horizontally. */
const overflowing = `[...document.querySelectorAll('body *')]
  .filter((element) => document.documentElement.scrollWidth > innerWidth && element.getBoundingClientRect().right > innerWidth + 1)
  .map((element) => element.outerHTML.slice(0, 120))`;

/** A script that returns the widths that the fields for language and theme lack to show their longest choice. */
const cutPreferences = `[...document.querySelectorAll('.preferences select')].map((select) => {
  const copy = select.cloneNode(true);
  copy.style.cssText = 'position: absolute; inline-size: max-content';
  select.parentElement.append(copy);
  const missing = Math.max(0, copy.offsetWidth - select.offsetWidth);
  copy.remove();
  return missing;
})`;

const isEnglish = (text: string): boolean => /[a-z]{3,} [a-z]{3,}/i.test(text) && !/\p{Script=Han}/u.test(text);

describe('The screens of the console', () => {
  const stage = useServiceAndBrowser(undefined, [ownLabels]);
  let addresses: readonly string[];

  before(async () => {
    addresses = [...(await addressesOfAll(stage.service())), ...(await addressesOfLabels(stage.service()))];
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`have no violations of the axe-core rules in the ${colorScheme} theme`, async () => {
      const visit = await stage.open({ colorScheme });
      const { page } = visit;
      // An init script is not subject to the Content Security Policy of the page.
      await page.addInitScript(axe);
      await page.goto('/admin/');
      await page.getByLabel('Username or e-mail').waitFor();
      const found: Record<string, readonly string[]> = { 'log-in': await violations(page) };
      await logIn(page, administrator);
      for (const address of addresses) {
        await goTo(page, address);
        found[address] = await violations(page);
      }
      expect(Object.entries(found).filter(([, list]) => list.length > 0)).to.deep.equal([]);
    });
  }

  it('have no violations of the axe-core rules in the dialogs that their buttons open, in both themes', async () => {
    const page = await stage.openLoggedIn(administrator, '/account');
    await page.addInitScript(axe);
    await refuseWrites(page);
    const found: Record<string, readonly string[]> = {};
    for (const address of addresses) {
      await openDialogs(page, address, async (button) => {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          found[`${address} ${button} ${colorScheme}`] = await violations(page);
        }
      });
    }
    expect(Object.entries(found).filter(([, list]) => list.length > 0)).to.deep.equal([]);
    // Each dialog is examined twice, so this is at least one dialog for every second screen.
    expect(Object.keys(found)).to.have.lengthOf.above(addresses.length);
  }).timeout(900_000);

  for (const width of [360, 768, 1440]) {
    it(`do not scroll horizontally in a window of ${width} pixels`, async () => {
      const page = await stage.openLoggedIn(administrator, '/account', { viewport: { width, height: 800 } });
      for (const address of addresses) {
        await goTo(page, address);
        expect(await page.evaluate(overflowing), address).to.deep.equal([]);
      }
      expect(await page.evaluate(cutPreferences)).to.deep.equal([0, 0]);
    });
  }

  it('have one primary button at most', async () => {
    const page = await stage.openLoggedIn(administrator, '/account');
    const found: Record<string, readonly string[]> = {};
    for (const address of addresses) {
      await goTo(page, address);
      found[address] = await page.locator('.button-main:visible').allInnerTexts();
    }
    expect(Object.entries(found).filter(([, names]) => names.length > 1)).to.deep.equal([]);
  });

  it('are entirely in Chinese if the browser prefers Chinese, and without violations of the axe-core rules', async () => {
    const { page } = await stage.open({ locale: 'zh-CN' });
    await page.addInitScript(axe);
    await page.goto('/admin/');
    await page.getByLabel('用户名或电子邮箱').fill(administrator.username);
    await page.getByLabel('密码', { exact: true }).fill(administrator.password);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.locator('main#content h1').waitFor();
    for (const address of addresses) {
      await goTo(page, address);
      expect(await page.getByRole('heading', { level: 1 }).count(), address).to.equal(1);
      // These elements contain only texts of the console. Table cells are skipped, because they contain entered names.
      const texts = await page
        .locator('main :is(h2, th, legend, label:not(.check), button:not(td *), .field-hint)')
        .allInnerTexts();
      expect(texts.filter(isEnglish), address).to.deep.equal([]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), `${address} ${colorScheme}`).to.deep.equal([]);
      }
    }
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`include an accessible page for preview links on a small window, in the ${colorScheme} theme`, async () => {
      const { id } = await aContent(stage.service().admin, { contentMd: '# One\n\nText.\n\n### Three\n\n- item' });
      const viewport = { width: 360, height: 800 };
      const { page } = await stage.open({ colorScheme, locale: 'zh-CN', viewport });
      await page.addInitScript(axe);
      for (const [path, text] of [
        [await previewPath(stage.service(), id), '这是预览'],
        ['/admin/#preview=unknown', '此链接已失效'],
      ] as const) {
        await page.goto('/admin/nowhere');
        await page.goto(path);
        await page.getByText(text).waitFor();
        expect(await violations(page)).to.deep.equal([]);
        expect(await page.evaluate(overflowing)).to.deep.equal([]);
      }
    });
  }

  it('keep the chosen language and theme after a reload', async () => {
    const { page } = await stage.open();
    await page.goto('/admin/');
    await page.getByLabel('Language').selectOption('zh');
    await page.getByLabel('主题').selectOption('dark');
    await page.reload();
    await page.getByRole('button', { name: '登录', exact: true }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).to.equal('zh-CN');
    const [background = ''] = await page.evaluate<readonly string[]>(
      '[getComputedStyle(document.body).backgroundColor]',
    );
    const brightness = [...background.matchAll(/[\d.]+/g)].slice(0, 3).map(Number);
    expect(Math.max(...brightness), background).to.be.below(90);
    await settled(page);
  });
});
