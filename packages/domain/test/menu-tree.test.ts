import { expect } from 'chai';
import fc from 'fast-check';
import { menuTree } from '../src/menus/menu-tree.ts';
import { aChain, forests, outline, shuffled, cyclicMenus, walk } from './forest.ts';
import { aMenu, anId, size } from './support.ts';

describe('Menu tree', () => {
  it('is empty if there are no menus', () => expect(menuTree([])).to.deep.equal([]));

  it('§2.6 children: a parent contains its children, and a leaf has []', () => {
    const manage = aMenu({ id: anId(1), routeName: 'manage' });
    const user = aMenu({ id: anId(2), routeName: 'user', parentId: manage.id });
    expect(menuTree([user, manage])).to.deep.equal([{ ...manage, children: [{ ...user, children: [] }] }]);
  });

  it('orders siblings by order, then routeName, then id', () => {
    const menus = [
      aMenu({ id: anId(4), order: 2, routeName: 'a' }),
      aMenu({ id: anId(3), order: 1, routeName: 'b' }),
      aMenu({ id: anId(2), order: 1, routeName: 'a' }),
      aMenu({ id: anId(1), order: 10, routeName: 'a' }),
      aMenu({ id: anId(6), order: -1, routeName: 'c' }),
      aMenu({ id: anId(5), order: 1, routeName: 'b' }),
    ];
    expect(menuTree(menus).map(({ id }) => id)).to.deep.equal([6, 2, 3, 5, 4, 1].map(anId));
  });

  it('makes a menu a root if its parent is missing', () => {
    expect(outline(menuTree([aMenu({ routeName: 'orphan', parentId: anId(9) })]))).to.equal('orphan');
  });

  it('makes a menu a root if it is its own parent', () => {
    expect(outline(menuTree([aMenu({ id: anId(1), routeName: 'self', parentId: anId(1) })]))).to.equal('self');
  });

  it('makes the first node of a cycle a root', () => {
    const ring = [
      aMenu({ id: anId(1), routeName: 'c', parentId: anId(2) }),
      aMenu({ id: anId(2), routeName: 'b', parentId: anId(3) }),
      aMenu({ id: anId(3), routeName: 'a', parentId: anId(1) }),
    ];
    expect(outline(menuTree(ring))).to.equal('a(b(c))');
  });

  it('contains every node exactly once, even if parents are missing or form cycles', () => {
    fc.assert(
      fc.property(cyclicMenus, (menus) => {
        const ids = walk(menuTree(menus)).map(({ node }) => node.id);
        expect(ids).to.have.members(menus.map(({ id }) => id));
      }),
    );
  });

  it('places every node below its parent if there are no cycles', () => {
    fc.assert(
      fc.property(forests, (menus) => {
        for (const { node, above } of walk(menuTree(menus))) {
          expect(above?.id).to.equal(menus.find(({ id }) => id === node.parentId)?.id);
        }
      }),
    );
  });

  it('does not depend on the order of its input, and does not modify it', () => {
    const twice = cyclicMenus.chain((menus) => fc.tuple(fc.constant(menus), shuffled(menus)));
    fc.assert(
      fc.property(twice, ([menus, others]) => {
        Object.freeze(others);
        expect(menuTree(others)).to.deep.equal(menuTree(menus));
      }),
    );
  });

  for (const [first, direction] of [
    ['root', 1],
    ['leaf', -1],
  ] as const) {
    it(`can be thousands of levels deep, with the ${first} sorted first`, () => {
      const chain = aChain(size(20_000), (position) => ({ order: direction * position }));
      expect(walk(menuTree(chain))).to.have.lengthOf(size(20_000));
    });
  }

  it('makes one node of a cycle of thousands of nodes a root', () => {
    const ring = aChain(size(20_000), (position) => (position === 0 ? { parentId: anId(size(20_000) - 1) } : {}));
    expect(walk(menuTree(ring))).to.have.lengthOf(size(20_000));
  });
});
