import { expect } from 'chai';
import fc from 'fast-check';
import { placeMenu } from '../src/menus/menu-order.ts';
import { compareSiblings } from '../src/menus/menu-tree.ts';
import { anId } from './support.ts';

const aSibling = (number: number, order: number) => ({ id: anId<'Menu'>(number), order, routeName: `menu-${number}` });

describe('placeMenu', () => {
  const moved = aSibling(0, 0);
  const siblings = [1, 2, 9].map((order, index) => aSibling(index + 1, order));

  it('uses a free number, and renumbers no sibling if there is one', () => {
    expect(placeMenu(siblings, moved, 0)).to.deep.equal({ order: 0, renumbered: [] });
    expect(placeMenu(siblings, moved, 2)).to.deep.equal({ order: 3, renumbered: [] });
    expect(placeMenu(siblings, moved, 3)).to.deep.equal({ order: 10, renumbered: [] });
    expect(placeMenu(siblings, moved, 99)).to.deep.equal({ order: 10, renumbered: [] });
    expect(placeMenu([], moved, 0)).to.deep.equal({ order: 1, renumbered: [] });
  });

  it('raises only those later siblings that need it', () => {
    const renumbered = [{ id: anId<'Menu'>(2), order: 3 }];
    expect(placeMenu(siblings, moved, 1)).to.deep.equal({ order: 2, renumbered });
  });

  it('keeps the number of a menu that is at the position already', () => {
    const second = { ...moved, order: 5 };
    expect(placeMenu([...siblings, second], second, 2)).to.deep.equal({ order: 5, renumbered: [] });
  });

  it('puts the menu at the position and keeps the order of its siblings, for any 32-bit numbers', () => {
    const order = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(-(2 ** 31), 2 ** 31 - 1, 2 ** 31 - 2));
    const property = (orders: readonly number[], at: number, own: number, isSibling: boolean): void => {
      const others = orders.map((each, index) => aSibling(index + 1, each));
      const menu = aSibling(0, own);
      const placement = placeMenu(isSibling ? [...others, menu] : others, menu, at);
      const changed = new Map(placement.renumbered.map((each) => [each.id, each.order]));
      const after = [
        { ...menu, order: placement.order },
        ...others.map((each) => ({ ...each, order: changed.get(each.id) ?? each.order })),
      ].toSorted(compareSiblings);
      const expected = others.toSorted(compareSiblings).map(({ id }) => id);
      expected.splice(at, 0, menu.id);
      expect(after.map(({ id }) => id)).to.deep.equal(expected);
      for (const each of after) expect(each.order).to.be.within(-(2 ** 31), 2 ** 31 - 1);
    };
    fc.assert(fc.property(fc.array(order, { maxLength: 6 }), fc.nat(7), order, fc.boolean(), property));
  });
});
