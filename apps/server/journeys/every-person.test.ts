import { expect } from 'chai';
import { heading, openScreen } from '../test/support/console.ts';
import { aPerson } from '../test/support/service.ts';
import { goTo } from './support/screens.ts';
import { useServiceAndBrowser } from './support/stage.ts';

/** The ten screens that people open most, with what a screen reader must find on them. */
const mainScreens = [
  { path: '/overview', title: 'Overview', contains: [/heading "Last log-ins" \[level=2\]/] },
  { path: '/users', title: 'Users', contains: [/button "Create user"/, /columnheader "Username/, /table "Users"/] },
  { path: '/roles', title: 'Roles', contains: [/link "Create role"/, /table "Roles"/] },
  { path: '/permissions', title: 'Permissions', contains: [/button "Create permission"/, /table "Permissions"/] },
  { path: '/menus', title: 'Menus', contains: [/tree "Menus"/, /treeitem/] },
  { path: '/contents', title: 'Articles', contains: [/link "New article"|button "New article"/] },
  { path: '/categories', title: 'Categories', contains: [/button/] },
  { path: '/tags', title: 'Tags', contains: [/button/] },
  { path: '/activity', title: 'Activity', contains: [/button "Role changes"/, /combobox "What happened"/] },
  { path: '/account', title: 'My account', contains: [/heading "Profile" \[level=2\]/, /textbox "Nickname/] },
] as const;

describe('The console for every person', () => {
  const stage = useServiceAndBrowser();

  for (const { path, title, contains } of mainScreens)
    it(`tells a screen reader what is on the screen ${title}`, async () => {
      const page = await stage.openLoggedIn(undefined, path);
      await heading(page, title).waitFor();
      await goTo(page, path);
      const tree = await page.locator('body').ariaSnapshot();
      for (const landmark of [/^- banner/m, /^- navigation "Screens"/m, /^- main/m]) expect(tree).to.match(landmark);
      expect(tree.match(/heading ".*" \[level=1\]/g), 'one heading of the screen').to.have.length(1);
      for (const part of contains) expect(tree).to.match(part);
      expect(tree, 'no button or link without a name').not.to.match(/- (?:button|link)(?: \[.*\])?:?$/m);
    });

  it('moves nothing if a person prefers reduced motion', async () => {
    const page = await stage.openLoggedIn(undefined, '/overview', { reducedMotion: 'reduce' });
    for (const path of ['/overview', '/users', '/menus']) {
      await goTo(page, path);
      const moving = await page.evaluate<readonly string[]>(
        `[...document.querySelectorAll('*')].filter((element) => {
          const { animationDuration, transitionDuration, scrollBehavior } = getComputedStyle(element);
          return [animationDuration, transitionDuration].some((text) => /[1-9]/.test(text)) || scrollBehavior === 'smooth';
        }).map(({ outerHTML }) => outerHTML.slice(0, 80))`,
      );
      expect(moving, path).to.deep.equal([]);
    }
  });

  it('can be used at 200 % zoom: nothing is cut off, and every screen is reached', async () => {
    // A window of 1280 by 720 pixels has half as many CSS pixels at 200 %.
    const page = await stage.openLoggedIn(undefined, '/overview', {
      viewport: { width: 640, height: 360 },
      deviceScaleFactor: 2,
    });
    for (const { path } of mainScreens) {
      await goTo(page, path);
      const [width = 0, shown = 0] = await page.evaluate<readonly number[]>(
        '[document.documentElement.scrollWidth, innerWidth]',
      );
      expect(width, path).to.be.at.most(shown);
    }
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await openScreen(page, 'Webhooks');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('dialog').getByLabel('URL').fill('https://example.com');
  });

  it('finds a user, and changes the nickname, with the keyboard only', async () => {
    const person = await aPerson(stage.service());
    const page = await stage.openLoggedIn();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.keyboard.type(person.username);
    await page.getByRole('option').filter({ hasText: person.username }).first().waitFor();
    await page.keyboard.press('Enter');
    await heading(page, person.username).waitFor();
    await page.getByLabel('Nickname').waitFor();
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate<string | null>(`document.activeElement.getAttribute('name')`)) === 'nickName') break;
    }
    await page.keyboard.type('Key board');
    await page.keyboard.press('Enter');
    await page.locator('.notice').filter({ hasText: 'Saved.' }).waitFor();
  });
});
