import fc from 'fast-check';
import type { MenuId } from '../src/shared/ids.ts';
import { menuStatuses, menuTypes, type Menu } from '../src/menus/menu.ts';
import type { TreeOf } from '../src/shared/tree.ts';
import { aMenu, anId } from './support.ts';

/**
 * Generates the index of the parent of a menu in a list of `size` menus. The index `size` means a missing parent,
 * because no menu has this index.
 */
type ParentOf = (position: number, size: number) => fc.Arbitrary<number>;

const aMenuAt = (position: number, parent: fc.Arbitrary<number>): fc.Arbitrary<Menu> =>
  fc
    .record({
      id: fc.constant(anId<'Menu'>(position)),
      parentId: fc.option(parent.map((at) => anId<'Menu'>(at))),
      menuType: fc.constantFrom(...menuTypes),
      status: fc.oneof({ weight: 4, arbitrary: fc.constant(1 as const) }, fc.constantFrom(...menuStatuses)),
      order: fc.nat({ max: 2 }),
      routeName: fc.constantFrom('a', 'b', 'c'),
    })
    .map(aMenu);

const menusWith = (parentOf: ParentOf): fc.Arbitrary<readonly Menu[]> =>
  fc
    .nat({ max: 10 })
    .chain((size) =>
      fc.tuple(...Array.from({ length: size }, (_, position) => aMenuAt(position, parentOf(position, size)))),
    );

/** Generates menus whose parents form no cycle; some parents are missing. */
export const forests = menusWith((position, size) => fc.constantFrom(size, ...Array(position).keys()));

/** Generates menus whose parents may also form cycles of any length. */
export const cyclicMenus = menusWith((_position, size) => fc.nat({ max: size }));

/** Generates the ids of some of `menus`, for tests in which roles grant these menus. */
export const grantsOf = (menus: readonly Menu[]): fc.Arbitrary<ReadonlySet<MenuId>> =>
  fc.subarray(menus.map(({ id }) => id)).map((ids) => new Set(ids));

/** Generates `menus` in any order. */
export const shuffled = (menus: readonly Menu[]): fc.Arbitrary<readonly Menu[]> =>
  fc.shuffledSubarray([...menus], { minLength: menus.length });

/** Returns the ancestors of a menu, nearest first. In a cycle it stops before the first repetition. */
export function ancestors(menus: readonly Menu[], menu: Menu, below: readonly Menu[] = []): readonly Menu[] {
  const parent = menus.find(({ id }) => id === menu.parentId);
  return parent === undefined || below.includes(parent) ? below : ancestors(menus, parent, [...below, parent]);
}

/** Makes a chain of pages. Each page is the child of the previous page. */
export const aChain = (length: number, given: (position: number) => Partial<Menu> = () => ({})): readonly Menu[] =>
  Array.from({ length }, (_, position) =>
    aMenu({ id: anId(position), parentId: position === 0 ? null : anId(position - 1), ...given(position) }),
  );

interface Step<Node> {
  readonly node: TreeOf<Node>;
  readonly above: TreeOf<Node> | undefined;
}

/** Lists every node of a tree with its parent. It does not recurse, so that a deep tree cannot overflow the stack. */
export function walk<Node>(roots: readonly TreeOf<Node>[]): readonly Step<Node>[] {
  const steps: Step<Node>[] = roots.map((node) => ({ node, above: undefined }));
  for (const { node } of steps) steps.push(...node.children.map((child) => ({ node: child, above: node })));
  return steps;
}

/** Writes a tree on one line, such as `home manage(user role)`. */
export const outline = (nodes: readonly TreeOf<Pick<Menu, 'routeName'>>[]): string =>
  nodes
    .map(({ routeName, children }) => (children.length === 0 ? routeName : `${routeName}(${outline(children)})`))
    .join(' ');
