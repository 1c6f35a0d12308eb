import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { declaredPaths, goTo, settled } from '../journeys/support/screens.ts';
import { useServiceAndBrowser } from '../journeys/support/stage.ts';
import { quantile } from '../stress/support/load.ts';
import { panel } from '../test/support/console.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { fill, sizes } from './support/crowd.ts';
import { collectInteractions, interactionTime, pageChangeTime, summaryOf } from './support/interactions.ts';

/** The number of times that each interaction and each page change is measured. */
const rounds = 5;

/** How many times slower than this machine the browser computes while interactions are measured. */
const slowdown = 4;

const longestInteractionMs = 200;
const longestPageChangeMs = 100;

/** A script that discards what the console keeps for a reload, such as the values of a form. */
const discardUnsaved = `for (const key of Object.keys(sessionStorage))
  if (/^portcullis\\.(draft|dialog)\\./.test(key)) sessionStorage.removeItem(key);`;

interface Interaction {
  readonly name: string;
  /** The screen on which the interaction happens. */
  readonly path: string;
  /** Brings the page into the state in which `act` is measured. Its own time does not count. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly act: (page: Page) => Promise<unknown>;
}

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name, exact: true });
const crowdMenu = (page: Page, number: number) =>
  page
    .getByRole('treeitem')
    .filter({ hasText: `/crowd/${number}` })
    .first();
const openPalette = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
};

/** The ids of a user, a role and an article, by the first segments of the paths of their screens. */
type Ids = Readonly<Record<'users' | 'roles' | 'contents', string>>;

/** Returns a path with the id of its resource. The path of another resource is returned unchanged. */
const pathIn = (path: string, ids: Ids): string =>
  Object.entries(ids).reduce((before, [noun, id]) => before.replace(`/${noun}/:id`, `/${noun}/${id}`), path);

const titles = { users: 'Users', roles: 'Roles', contents: 'Articles' } as const;

const interactions: readonly Interaction[] = [
  ...(['users', 'roles', 'contents'] as const).flatMap((list): Interaction[] => [
    { name: `open ${list}`, path: '/account', act: (page) => link(page, titles[list]).click() },
    {
      name: `type in the search of ${list}, 100 rows`,
      path: `/${list}?pageSize=100`,
      prepare: (page) => page.getByRole('searchbox').click(),
      act: (page) => page.keyboard.type('crowd', { delay: 60 }),
    },
    {
      name: `turn the page of ${list}, 100 rows`,
      path: `/${list}?pageSize=100`,
      act: (page) => page.getByRole('button', { name: 'Next', exact: true }).click(),
    },
  ]),
  {
    name: 'select a row of users, 100 rows',
    path: '/users?pageSize=100&search=crowd',
    act: (page) => page.locator('tbody input[type=checkbox]').nth(2).click(),
  },
  {
    name: 'select all rows of users, 100 rows',
    path: '/users?pageSize=100&search=crowd',
    act: (page) => page.locator('thead input[type=checkbox]').click(),
  },
  {
    name: 'open the dialog of a new user',
    path: '/users',
    act: (page) => page.getByRole('button', { name: 'Create user' }).click(),
  },
  {
    name: 'open the filter of roles',
    path: '/users',
    act: (page) => page.getByRole('button', { name: /^Role: / }).click(),
  },
  {
    name: 'open a user',
    path: '/users?search=crowd',
    act: (page) => page.locator('tbody a').first().click(),
  },
  {
    name: 'type in the role picker',
    path: '/users/:id',
    prepare: (page) => panel(page, 'Roles').getByRole('searchbox').click(),
    act: (page) => page.keyboard.type('crowd 99', { delay: 60 }),
  },
  {
    name: 'choose in the role picker',
    path: '/users/:id',
    act: (page) => panel(page, 'Roles').getByRole('checkbox').nth(4).click(),
  },
  { name: 'open a role', path: '/roles?search=crowd', act: (page) => page.locator('tbody a').first().click() },
  {
    name: 'toggle a permission of a role',
    path: '/roles/:id',
    act: (page) => panel(page, 'Permissions').getByLabel('(user.read)').click(),
  },
  {
    name: 'toggle a resource of a role',
    path: '/roles/:id',
    act: (page) => panel(page, 'Permissions').locator('tbody th input').nth(2).click(),
  },
  { name: 'toggle a menu of a role', path: '/roles/:id', act: (page) => crowdMenu(page, 12).click() },
  { name: 'toggle a directory of a role', path: '/roles/:id', act: (page) => crowdMenu(page, 10).click() },
  { name: 'open menus', path: '/account', act: (page) => link(page, 'Menus').click() },
  { name: 'select a menu', path: '/menus', act: (page) => crowdMenu(page, 7).click() },
  {
    name: 'collapse a menu',
    path: '/menus',
    act: (page) => crowdMenu(page, 0).locator('.tree-toggle').click(),
  },
  {
    name: 'expand a menu',
    path: '/menus',
    prepare: (page) => crowdMenu(page, 0).locator('.tree-toggle').click(),
    act: (page) => crowdMenu(page, 0).locator('.tree-toggle').click(),
  },
  {
    name: 'go through the tree with arrow keys',
    path: '/menus',
    prepare: (page) => crowdMenu(page, 1).click(),
    act: async (page) => {
      for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowDown', { delay: 60 });
    },
  },
  {
    name: 'move a menu with the keyboard',
    path: '/menus',
    prepare: (page) => crowdMenu(page, 22).click(),
    act: (page) => page.keyboard.press('Alt+ArrowDown'),
  },
  {
    name: 'type in the search of menus',
    path: '/menus',
    prepare: (page) => page.getByRole('searchbox').click(),
    act: (page) => page.keyboard.type('/crowd/4', { delay: 60 }),
  },
  {
    name: 'type in the form of a menu',
    path: '/menus',
    prepare: async (page) => {
      await crowdMenu(page, 7).click();
      await page.getByLabel('Route path').click();
    },
    act: (page) => page.keyboard.type('/path', { delay: 60 }),
  },
  {
    name: 'open the form of a new menu',
    path: '/menus',
    act: (page) => page.getByRole('button', { name: 'Create menu' }).click(),
  },
  {
    name: 'open an article',
    path: '/contents?search=Article',
    act: (page) => page.locator('tbody a').first().click(),
  },
  {
    name: 'type in an article',
    path: '/contents/:id',
    prepare: async (page) => {
      await page.locator('.cm-content').click();
    },
    act: (page) => page.keyboard.type('Some words', { delay: 60 }),
  },
  { name: 'open the search over everything', path: '/users?pageSize=100', act: openPalette },
  {
    name: 'type in the search over everything',
    path: '/users?pageSize=100',
    prepare: openPalette,
    act: (page) => page.keyboard.type('crowd', { delay: 60 }),
  },
];

describe(`The console with ${sizes.users} users, ${sizes.roles} roles, ${sizes.menus} menus and ${sizes.contents} articles`, () => {
  const stage = useServiceAndBrowser();
  let ids: Ids;

  before(async () => {
    await fill(stage.service());
    const { admin } = stage.service();
    const idIn = async (path: string): Promise<string> =>
      (await admin.get<{ items: readonly { id: string }[] }>(path)).data.items[0]?.id ?? expect.fail(path);
    ids = {
      users: await idIn('/users?search=crowd-0500'),
      roles: await idIn('/roles?search=CROWD_0500'),
      contents: await idIn('/contents?search=crowd-article-500'),
    };
  });

  describe(`paints within ${longestInteractionMs} ms on a processor ${slowdown} times slower after the interaction`, () => {
    for (const { name, path, prepare, act } of interactions) {
      it(name, async () => {
        const page = await stage.openLoggedIn(undefined, '/account');
        await collectInteractions(page);
        const tools = await page.context().newCDPSession(page);
        const times: number[] = [];
        // The first round loads the code of the screen, and is not counted.
        for (let round = 0; round <= rounds; round += 1) {
          await page.goto(`/admin${pathIn(path, ids)}`);
          await settled(page);
          await prepare?.(page);
          await settled(page);
          await tools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
          const time = await interactionTime(page, () => act(page));
          await tools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
          if (round > 0) times.push(time);
          await page.evaluate(discardUnsaved);
        }
        printMeasurement(`interaction to next paint: ${name}`, summaryOf(times));
        expect(quantile(times, 0.5)).to.be.at.most(longestInteractionMs);
      });
    }
  });

  describe(`shows within ${longestPageChangeMs} ms the screen`, () => {
    for (const path of declaredPaths().filter(
      (declared) => !pathIn(declared, { users: '', roles: '', contents: '' }).includes(':id'),
    )) {
      it(path, async () => {
        const page = await stage.openLoggedIn(undefined, '/account');
        const times: number[] = [];
        for (let round = 0; round <= rounds; round += 1) {
          await goTo(page, path === '/tags' ? '/categories' : '/tags');
          await page.waitForTimeout(200);
          const time = await pageChangeTime(page, pathIn(path, ids));
          if (round > 0) times.push(time);
        }
        printMeasurement(`page change: ${path}`, summaryOf(times));
        expect(quantile(times, 0.5)).to.be.below(longestPageChangeMs);
      });
    }
  });
});
