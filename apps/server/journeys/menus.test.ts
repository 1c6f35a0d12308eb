import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { aMenu } from '../test/support/builders.ts';
import { notice } from '../test/support/console.ts';
import { until } from '../test/support/machine.ts';
import { unique } from '../test/support/service.ts';
import { settled } from './support/screens.ts';
import { useServiceAndBrowser } from './support/stage.ts';

interface Node {
  readonly id: string;
  readonly routeName: string;
  readonly children: readonly Node[];
}

const namesOf = (nodes: readonly Node[], names: readonly string[]): readonly string[] =>
  nodes.map(({ routeName }) => routeName).filter((name) => names.includes(name));

const item = (page: Page, name: string) => page.getByRole('treeitem').filter({ hasText: name });

describe('Menus in the console', () => {
  const stage = useServiceAndBrowser();
  const tree = async (): Promise<readonly Node[]> =>
    (await stage.service().admin.get<readonly Node[]>('/menus/tree')).data;

  async function createPages(...names: readonly string[]): Promise<void> {
    const { admin } = stage.service();
    for (const [index, routeName] of names.entries()) {
      await aMenu(admin, { routeName, menuName: routeName, order: 900 + index });
    }
  }

  it('are moved by keyboard up and into another menu, and keep the focus', async () => {
    const names = [unique('first'), unique('second')] as const;
    await createPages(...names);
    const page = await stage.openLoggedIn(undefined, '/menus');
    await settled(page);
    await item(page, names[1]).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await notice(page, `${names[1]} was moved.`).waitFor();
    expect(namesOf(await tree(), names)).to.deep.equal([names[1], names[0]]);
    expect(await page.evaluate('document.activeElement.textContent')).to.include(names[1]);

    await item(page, names[0]).focus();
    await page.keyboard.press('Alt+ArrowRight');
    await notice(page, `${names[0]} was moved.`).waitFor();
    const parent = (await tree()).find(({ routeName }) => routeName === names[1]);
    expect(parent?.children.map(({ routeName }) => routeName)).to.deep.equal([names[0]]);
  });

  it('are created below another menu; the form offers no directory there', async () => {
    const names = [unique('above'), unique('below')] as const;
    await createPages(names[0]);
    const page = await stage.openLoggedIn(undefined, '/menus');
    await item(page, names[0]).click();
    await page.getByRole('button', { name: `Create below ${names[0]}` }).click();
    await page.getByLabel('Route name').fill(names[1]);
    await page.getByLabel('Route path').fill(`/${names[1]}`);
    expect(await page.getByLabel('Type').locator('option').allTextContents()).to.deep.equal(['Page']);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await notice(page, 'was created.').waitFor();
    const parent = (await tree()).find(({ routeName }) => routeName === names[0]);
    expect(parent?.children.map(({ routeName }) => routeName)).to.deep.equal([names[1]]);
  });

  it('show a neutral icon for a name that the console does not have, and keep the name in the form', async () => {
    const routeName = unique('icon');
    await aMenu(stage.service().admin, { routeName, menuName: routeName, icon: 'carbon:unknown', order: 900 });
    const page = await stage.openLoggedIn(undefined, '/menus');
    await settled(page);
    const drawn = (): Promise<string | null> => item(page, routeName).locator('svg path').getAttribute('d');
    await until('the icon is drawn', async () => (await drawn()) !== '');
    await item(page, routeName).click();
    expect(await page.getByLabel('Icon name').inputValue()).to.equal('carbon:unknown');
    expect(await page.locator('.icon-preview path').getAttribute('d')).to.equal(await drawn());
  });

  it('are moved by dragging', async () => {
    const names = [unique('upper'), unique('lower')] as const;
    await createPages(...names);
    const page = await stage.openLoggedIn(undefined, '/menus');
    await item(page, names[1]).dragTo(item(page, names[0]), { targetPosition: { x: 60, y: 2 } });
    await notice(page, `${names[1]} was moved.`).waitFor();
    expect(namesOf(await tree(), names)).to.deep.equal([names[1], names[0]]);
  });
});
