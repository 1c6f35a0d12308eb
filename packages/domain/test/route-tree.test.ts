import { expect } from 'chai';
import fc from 'fast-check';
import type { MenuId } from '../src/shared/ids.ts';
import { directory, type Menu } from '../src/menus/menu.ts';
import { routeTree } from '../src/menus/menu-tree.ts';
import { aChain, ancestors, forests, grantsOf, outline, shuffled, cyclicMenus, walk } from './forest.ts';
import { aMenu, anId, size } from './support.ts';

const manage = (given: Partial<Menu> = {}) =>
  aMenu({ id: anId(1), routeName: 'manage', menuType: directory, order: 2, ...given });
const user = (given: Partial<Menu> = {}) =>
  aMenu({ id: anId(2), routeName: 'user', parentId: anId(1), order: 1, ...given });
const detail = (given: Partial<Menu> = {}) => aMenu({ id: anId(3), routeName: 'detail', parentId: anId(2), ...given });

const granted = (...menus: readonly Menu[]): ReadonlySet<MenuId> => new Set(menus.map(({ id }) => id));

const withGrants = (menus: typeof forests) => menus.chain((all) => fc.tuple(fc.constant(all), grantsOf(all)));

describe('§4.5 user-routes', () => {
  const menus = [manage(), user(), detail()];
  const table: readonly [string, readonly Menu[], ReadonlySet<MenuId>, string][] = [
    ['is empty if nothing is granted', menus, granted(), ''],
    ['is empty if the granted menu does not exist', menus, new Set([anId<'Menu'>(9)]), ''],
    ['includes the directory above a granted page', menus, granted(user()), 'manage(user)'],
    ['does not include children of a granted menu', menus, granted(manage(), user()), 'manage(user)'],
    ['includes a granted directory, even if it is empty', menus, granted(manage()), 'manage'],
    ['attaches a page below an ungranted page to its visible ancestor', menus, granted(detail()), 'manage(detail)'],
    ['makes a page a root if it has no visible ancestor', [user(), detail()], granted(detail()), 'detail'],
    ['hides the pages below a disabled directory', [manage({ status: 0 }), user(), detail()], granted(...menus), ''],
    ['treats status 2 as disabled', [manage({ status: 2 }), user()], granted(...menus), ''],
    ['hides the pages below a disabled page', [manage(), user({ status: 0 }), detail()], granted(...menus), 'manage'],
    ['hides a page below a disabled page that is not granted', [user({ status: 0 }), detail()], granted(detail()), ''],
    ['does not include the directory above a disabled page', [manage(), user({ status: 0 })], granted(user()), ''],
    ['includes a granted constant menu', [user({ constant: true })], granted(user()), 'user'],
    ['includes a granted menu that has hideInMenu', [user({ hideInMenu: true })], granted(user()), 'user'],
  ];
  for (const [title, all, grants, expected] of table) {
    it(title, () => expect(outline(routeTree(all, grants))).to.equal(expected));
  }

  it('sorts a page that is attached to an ancestor among its new siblings', () => {
    const all = [manage(), user(), detail({ order: 2 }), aMenu({ id: anId(4), parentId: anId(1), order: 3 })];
    expect(outline(routeTree(all, granted(detail(), aMenu({ id: anId(4) }))))).to.equal('manage(detail home)');
  });

  it('contains the fields that a router needs, with title and icon as in other responses, and no status or timestamps', () => {
    const stored = user({ parentId: null, iconType: 2, icon: 'mdi:home', localIcon: 'logo', query: { tab: 1 } });
    const { parentId: _parent, status: _status, version: _version, ...rest } = stored;
    const { createdAt: _created, updatedAt: _updated, ...node } = rest;
    expect(routeTree([stored], granted(stored))).to.deep.equal([{ ...node, title: 'user', icon: null, children: [] }]);
  });

  it('contains each granted menu with enabled ancestors once, and also the directories above these menus', () => {
    fc.assert(
      fc.property(withGrants(cyclicMenus), ([all, grants]) => {
        const enabled = (menu: Menu) => [menu, ...ancestors(all, menu)].every(({ status }) => status === 1);
        const reachable = all.filter((menu) => grants.has(menu.id) && enabled(menu));
        const directories = reachable
          .flatMap((menu) => ancestors(all, menu))
          .filter(({ menuType }) => menuType === directory);
        const shown = walk(routeTree(all, grants)).map(({ node }) => node.id);
        expect(shown).to.have.members([...granted(...reachable, ...directories)]);
      }),
      { numRuns: size(1000) },
    );
  });

  it('attaches each menu to its nearest visible ancestor', () => {
    fc.assert(
      fc.property(withGrants(forests), ([all, grants]) => {
        const steps = walk(routeTree(all, grants));
        const shown = new Set(steps.map(({ node }) => node.id));
        const nearest = (of: MenuId) =>
          all
            .filter(({ id }) => id === of)
            .flatMap((menu) => ancestors(all, menu).filter(({ id }) => shown.has(id)))[0];
        for (const { node, above } of steps) expect(above?.id).to.equal(nearest(node.id)?.id);
      }),
      { numRuns: size(1000) },
    );
  });

  it('does not depend on the order of the menus, and sorts siblings by order and routeName', () => {
    const twice = withGrants(cyclicMenus).chain(([all, grants]) =>
      fc.tuple(fc.constant(all), shuffled(all), fc.constant(grants)),
    );
    fc.assert(
      fc.property(twice, ([all, others, grants]) => {
        const tree = routeTree(all, grants);
        expect(routeTree(others, grants)).to.deep.equal(tree);
        for (const siblings of [tree, ...walk(tree).map(({ node }) => node.children)]) {
          const keys = siblings.map(({ order, routeName }) => `${order} ${routeName}`);
          expect(keys).to.deep.equal(keys.toSorted());
        }
      }),
      { numRuns: size(1000) },
    );
  });

  const depth = size(20_000);
  const deep: readonly [string, (position: number) => boolean][] = [
    ['all granted', () => true],
    ['the last granted', (position) => position === depth - 1],
    ['the lower half granted', (position) => position >= depth / 2],
  ];
  for (const [which, grants] of deep) {
    it(`handles thousands of levels, ${which}`, () => {
      const chain = aChain(depth);
      const some = chain.filter((_menu, position) => grants(position));
      expect(walk(routeTree(chain, granted(...some)))).to.have.lengthOf(some.length);
    });
  }

  it('handles thousands of pages below thousands of ungranted pages', () => {
    const fan = aChain(depth, (position) => (position > depth / 2 ? { parentId: anId(depth / 2) } : {}));
    const leaves = fan.slice(depth / 2 + 1);
    expect(routeTree(fan, granted(...leaves))).to.have.lengthOf(leaves.length);
  });
});
