import type { MenuId } from '../shared/ids.ts';
import type { Menu } from './menu.ts';
import { compareSiblings, type SortedMenu } from './menu-tree.ts';

/** The order number of a menu. */
export type MenuOrder = Pick<Menu, 'id' | 'order'>;

/** The order numbers that put a menu at a position among its siblings. */
export interface MenuPlacement {
  readonly order: number;
  /** The siblings that need another order number, each with its new number. */
  readonly renumbered: readonly MenuOrder[];
}

/** Order numbers are integers of 32 bits. */
const [minOrder, maxOrder] = [-(2 ** 31), 2 ** 31 - 1];

/**
 * Finds the order number that puts a menu at a position among its siblings. Siblings before the position keep their
 * numbers, and siblings after it get higher numbers only as far as needed. If the numbers would leave the range of
 * order numbers, all siblings are numbered from 1.
 * @param siblings all menus with the new parent, in any order; the moved menu may be among them
 * @param position the number of siblings before the menu; a number that is too high means the end
 */
export function placeMenu(siblings: readonly SortedMenu[], moved: SortedMenu, position: number): MenuPlacement {
  const others = siblings.filter(({ id }) => id !== moved.id).toSorted(compareSiblings);
  const index = Math.min(position, others.length);
  const [previous, next] = [others[index - 1], others[index]];
  const isBetween =
    (previous === undefined || previous.order < moved.order) && (next === undefined || moved.order < next.order);
  if (isBetween && others.length < siblings.length) return { order: moved.order, renumbered: [] };
  const order = previous === undefined ? (next === undefined ? 1 : next.order - 1) : previous.order + 1;
  const after = numberedAfter(order, others.slice(index));
  if (order >= minOrder && (after.at(-1)?.order ?? order) <= maxOrder) {
    return { order, renumbered: changedIn(others, after) };
  }
  const fromStart = [...others.slice(0, index), moved, ...others.slice(index)].map(({ id }, at) => ({
    id,
    order: at + 1,
  }));
  return { order: index + 1, renumbered: changedIn(others, fromStart) };
}

/** Returns the numbers of the siblings after a menu with the number `order`. They are raised where this is needed. */
function numberedAfter(order: number, siblings: readonly MenuOrder[]): readonly MenuOrder[] {
  let last = order;
  return siblings.map((sibling) => {
    last = Math.max(sibling.order, last + 1);
    return { id: sibling.id, order: last };
  });
}

/** Returns those of the new numbers that differ from the present number of a sibling. */
function changedIn(siblings: readonly MenuOrder[], numbers: readonly MenuOrder[]): readonly MenuOrder[] {
  const orders = new Map<MenuId, number>(siblings.map(({ id, order }) => [id, order]));
  return numbers.filter(({ id, order }) => orders.has(id) && orders.get(id) !== order);
}
