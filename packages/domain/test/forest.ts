import fc from 'fast-check';
import type { MenuId } from '../src/ids.ts';
import { menuStatuses, menuTypes, type Menu } from '../src/menu.ts';
import type { TreeOf } from '../src/tree.ts';
import { aMenu, anId } from './support.ts';

/** Where in a list of `size` menus the parent of one stands; `size` itself is the place of no menu. */
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

/** Menus without rings of parents; some parents are missing. */
export const forests = menusWith((position, size) => fc.constantFrom(size, ...Array(position).keys()));

/** Menus whose parents may form rings, too, of every length. */
export const tangles = menusWith((_position, size) => fc.nat({ max: size }));

/** Some of `menus`, as roles grant them. */
export const grantsOf = (menus: readonly Menu[]): fc.Arbitrary<ReadonlySet<MenuId>> =>
  fc.subarray(menus.map(({ id }) => id)).map((ids) => new Set(ids));

/** `menus` in any order. */
export const shuffled = (menus: readonly Menu[]): fc.Arbitrary<readonly Menu[]> =>
  fc.shuffledSubarray([...menus], { minLength: menus.length });

/** The menus above one, nearest first, found by the plainest of means; a ring ends where it began. */
export function ancestors(menus: readonly Menu[], menu: Menu, below: readonly Menu[] = []): readonly Menu[] {
  const parent = menus.find(({ id }) => id === menu.parentId);
  return parent === undefined || below.includes(parent) ? below : ancestors(menus, parent, [...below, parent]);
}

/** A chain of pages, each below the one before it. */
export const aChain = (length: number, given: (position: number) => Partial<Menu> = () => ({})): readonly Menu[] =>
  Array.from({ length }, (_, position) =>
    aMenu({ id: anId(position), parentId: position === 0 ? null : anId(position - 1), ...given(position) }),
  );

interface Step<Node> {
  readonly node: TreeOf<Node>;
  readonly above: TreeOf<Node> | undefined;
}

/** Every node of a tree with the one it hangs on. Takes no recursion, so that the deepest tree may be walked. */
export function walk<Node>(roots: readonly TreeOf<Node>[]): readonly Step<Node>[] {
  const steps: Step<Node>[] = roots.map((node) => ({ node, above: undefined }));
  for (const { node } of steps) steps.push(...node.children.map((child) => ({ node: child, above: node })));
  return steps;
}

/** A tree on one line: `home manage(user role)`. */
export const outline = (nodes: readonly TreeOf<Pick<Menu, 'routeName'>>[]): string =>
  nodes
    .map(({ routeName, children }) => (children.length === 0 ? routeName : `${routeName}(${outline(children)})`))
    .join(' ');
