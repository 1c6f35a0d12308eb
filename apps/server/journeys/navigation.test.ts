import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { aContent, aRole, aTag } from '../test/support/builders.ts';
import { heading } from '../test/support/console.ts';
import { until } from '../test/support/machine.ts';
import { aPerson } from '../test/support/service.ts';
import { axe, violations } from './support/accessibility.ts';
import { goTo } from './support/screens.ts';
import { useServiceAndBrowser } from './support/stage.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search everything' });
const options = (page: Page) => palette(page).getByRole('option');

/** Opens the search over everything with the keyboard, and types. */
async function searchFor(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').waitFor();
  await page.keyboard.type(text);
}

/** Waits until the page is scrolled to a position. */
const isAt = (page: Page, position: number): Promise<unknown> =>
  until(
    `the page is scrolled to ${position}`,
    async () => Math.abs((await page.evaluate<number>('window.scrollY')) - position) < 4,
  );

describe('The navigation of the console', () => {
  const stage = useServiceAndBrowser();

  it('has groups with icons, and stays in view on a long page', async () => {
    const page = await stage.openLoggedIn(undefined, '/roles', { viewport: { width: 1280, height: 500 } });
    const navigation = page.getByRole('navigation', { name: 'Screens' });
    expect(await navigation.getByRole('heading').allInnerTexts()).to.deep.equal([
      'People',
      'Navigation',
      'Content',
      'Service',
    ]);
    expect(await navigation.locator('li svg.icon path[d=""]').count()).to.equal(0);
    expect(await navigation.locator('li svg.icon').count()).to.be.greaterThan(10);
    await goTo(page, '/overview');
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    expect(await page.evaluate<number>('window.scrollY')).to.be.greaterThan(100);
    const { y = -1 } = (await navigation.boundingBox()) ?? {};
    expect(y).to.be.within(0, 100);
    await navigation.getByRole('link', { name: 'Users', exact: true }).click();
    await heading(page, 'Users').waitFor();
  });

  it('shows the same place after going back, and after a reload', async () => {
    for (let count = 0; count < 60; count += 1) await aTag(stage.service().admin);
    const page = await stage.openLoggedIn(undefined, '/tags?pageSize=100', { viewport: { width: 1280, height: 600 } });
    const row = page.locator('tbody tr').nth(50);
    await row.scrollIntoViewIfNeeded();
    const before = await page.evaluate<number>('window.scrollY');
    expect(before).to.be.greaterThan(500);
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await heading(page, 'Users').waitFor();
    expect(await page.evaluate<number>('window.scrollY')).to.equal(0);
    await page.goBack();
    await heading(page, 'Tags').waitFor();
    await isAt(page, before);
    await page.reload();
    await isAt(page, before);
  });

  it('opens a user, a role, a menu and an article from the search with Ctrl+K', async () => {
    const { admin } = stage.service();
    const person = await aPerson(stage.service());
    const role = await aRole(admin, { permissionIds: [], menuIds: [] });
    const content = await aContent(admin, { contentMd: 'Text.' });
    const page = await stage.openLoggedIn();
    for (const [text, kind, title] of [
      [person.username, 'User', person.username],
      [role.name, 'Role', role.name],
      ['/manage/role', 'Menu', 'Menus'],
      [content.title, 'Article', content.title],
    ] as const) {
      await searchFor(page, text);
      const option = options(page).filter({ hasText: text }).filter({ hasText: kind }).first();
      await option.waitFor({ timeout: 5_000 });
      for (let step = 0; step < 20 && (await option.getAttribute('aria-selected')) !== 'true'; step += 1)
        await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await palette(page).waitFor({ state: 'detached' });
      if (kind === 'Article') await page.getByLabel('Title').waitFor();
      else await heading(page, title).waitFor();
    }
  });

  it('performs actions and changes settings from the search, and closes it with Esc', async () => {
    const page = await stage.openLoggedIn();
    await searchFor(page, 'create role');
    await page.keyboard.press('Enter');
    await heading(page, 'Create role').waitFor();
    await searchFor(page, 'theme dark');
    await page.keyboard.press('Enter');
    await page.locator('html[data-theme="dark"]').waitFor();
    await searchFor(page, 'no such thing at all');
    await palette(page).getByText('Nothing found.').waitFor();
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
  });

  it('finds only what the person may do', async () => {
    const person = await aPerson(stage.service());
    const page = await stage.openLoggedIn(person);
    await page.keyboard.press('Control+k');
    await options(page).first().waitFor();
    expect(await options(page).allInnerTexts()).to.satisfy((texts: readonly string[]) =>
      texts.every((text) => /My account|Log out/.test(text)),
    );
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`has no violations of the axe-core rules in the search, in the ${colorScheme} theme`, async () => {
      const page = await stage.openLoggedIn(undefined, '/', { colorScheme, viewport: { width: 360, height: 700 } });
      await page.context().addInitScript(axe);
      await page.reload();
      await page.getByRole('button', { name: 'Search or jump to' }).click();
      await options(page).first().waitFor();
      expect(await violations(page)).to.deep.equal([]);
    });
});
