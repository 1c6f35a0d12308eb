import { expect } from 'chai';
import fc from 'fast-check';
import type { MenuId } from '../src/ids.ts';
import { directory, type Menu } from '../src/menu.ts';
import { routeTree } from '../src/menu-tree.ts';
import { aChain, ancestors, forests, grantsOf, outline, shuffled, tangles, walk } from './forest.ts';
import { aMenu, anId } from './support.ts';

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
    ['is empty where nothing is granted', menus, granted(), ''],
    ['is empty where what is granted does not exist', menus, new Set([anId<'Menu'>(9)]), ''],
    ['brings the directory above a granted page', menus, granted(user()), 'manage(user)'],
    ['brings nothing below a granted menu', menus, granted(manage(), user()), 'manage(user)'],
    ['keeps a granted directory, even empty', menus, granted(manage()), 'manage'],
    ['hangs a page below an ungranted page on what is visible above', menus, granted(detail()), 'manage(detail)'],
    ['lifts a page to the root where nothing is visible above', [user(), detail()], granted(detail()), 'detail'],
    ['hides what is below a disabled directory', [manage({ status: 0 }), user(), detail()], granted(...menus), ''],
    ['takes status 2 as disabled, too', [manage({ status: 2 }), user()], granted(...menus), ''],
    ['hides what is below a disabled page', [manage(), user({ status: 0 }), detail()], granted(...menus), 'manage'],
    ['hides it below a disabled page nobody granted', [user({ status: 0 }), detail()], granted(detail()), ''],
    ['brings no directory for a disabled page', [manage(), user({ status: 0 })], granted(user()), ''],
    ['carries a granted constant menu', [user({ constant: true })], granted(user()), 'user'],
    ['carries a granted menu that is hidden in the menu', [user({ hideInMenu: true })], granted(user()), 'user'],
  ];
  for (const [title, all, grants, expected] of table) {
    it(title, () => expect(outline(routeTree(all, grants))).to.equal(expected));
  }

  it('orders a lifted page among its new siblings', () => {
    const all = [manage(), user(), detail({ order: 2 }), aMenu({ id: anId(4), parentId: anId(1), order: 3 })];
    expect(outline(routeTree(all, granted(detail(), aMenu({ id: anId(4) }))))).to.equal('manage(detail home)');
  });

  it('answers what a router needs, by the rules on title and icons, and nothing of the keeping', () => {
    const kept = user({ parentId: null, iconType: 2, icon: 'mdi:home', localIcon: 'logo', query: { tab: 1 } });
    const { parentId: _parent, status: _status, createdAt: _created, updatedAt: _updated, ...node } = kept;
    expect(routeTree([kept], granted(kept))).to.deep.equal([{ ...node, title: 'user', icon: null, children: [] }]);
  });

  it('shows exactly once each granted menu that is enabled up to its root, and beside these only directories above', () => {
    fc.assert(
      fc.property(withGrants(tangles), ([all, grants]) => {
        const enabled = (menu: Menu) => [menu, ...ancestors(all, menu)].every(({ status }) => status === 1);
        const reachable = all.filter((menu) => grants.has(menu.id) && enabled(menu));
        const directories = reachable
          .flatMap((menu) => ancestors(all, menu))
          .filter(({ menuType }) => menuType === directory);
        const shown = walk(routeTree(all, grants)).map(({ node }) => node.id);
        expect(shown).to.have.members([...granted(...reachable, ...directories)]);
      }),
      { numRuns: 1000 },
    );
  });

  it('hangs each menu on its nearest visible ancestor', () => {
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
      { numRuns: 1000 },
    );
  });

  it('is the same for every order of the menus, siblings by order and routeName', () => {
    const twice = withGrants(tangles).chain(([all, grants]) =>
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
      { numRuns: 1000 },
    );
  });

  const depth = 20_000;
  const deep: readonly [string, (position: number) => boolean][] = [
    ['all granted', () => true],
    ['the last granted', (position) => position === depth - 1],
    ['the lower half granted', (position) => position >= depth / 2],
  ];
  for (const [which, grants] of deep) {
    it(`grows 20,000 nodes deep, ${which}`, () => {
      const chain = aChain(depth);
      const some = chain.filter((_menu, position) => grants(position));
      expect(walk(routeTree(chain, granted(...some)))).to.have.lengthOf(some.length);
    });
  }

  it('finds its way past thousands of ungranted pages for thousands below them', () => {
    const fan = aChain(depth, (position) => (position > depth / 2 ? { parentId: anId(depth / 2) } : {}));
    const leaves = fan.slice(depth / 2 + 1);
    expect(routeTree(fan, granted(...leaves))).to.have.lengthOf(leaves.length);
  });
});
