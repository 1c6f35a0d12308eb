import type { Schemas } from '@portcullis/client';
import { selectionStateOf, type SelectionState } from './selection.ts';

type MenuNode = Schemas['MenuNode'];

const isDirectory = ({ menuType }: MenuNode): boolean => menuType === 1;

const idsOf = (node: MenuNode): string[] => [node.id, ...node.children.flatMap(idsOf)];

/**
 * Returns the ids that determine whether a node is checked. A directory is shown to a user if a page below it is shown,
 * so only the descendants of a directory count. For a directory without children, the directory itself counts. For a
 * page with children, the page itself counts too.
 */
const decidingIds = (node: MenuNode): readonly string[] =>
  isDirectory(node) && node.children.length > 0 ? node.children.flatMap(decidingIds) : idsOf(node);

/** @returns whether a menu and the menus below it are all selected, partly selected, or not selected. */
export function menuSelectionStateOf(node: MenuNode, chosen: ReadonlySet<string>): SelectionState {
  const choice = selectionStateOf(decidingIds(node), chosen);
  return choice === false && chosen.has(node.id) ? 'mixed' : choice;
}

/** Selects or deselects a menu and its descendants. @returns the new set of selected ids */
export function toggleMenu(
  tree: readonly MenuNode[],
  node: MenuNode,
  chosen: ReadonlySet<string>,
): ReadonlySet<string> {
  const ids = idsOf(node);
  if (menuSelectionStateOf(node, chosen) !== true) return new Set([...chosen, ...ids]);
  const left = new Set([...chosen].filter((id) => !ids.includes(id)));
  // A directory is deselected together with the last page below it, because an empty directory is useless.
  for (const root of tree) {
    const isEmptied =
      isDirectory(root) && idsOf(root).includes(node.id) && selectionStateOf(decidingIds(root), left) === false;
    if (isEmptied) left.delete(root.id);
  }
  return left;
}

/** @returns for each menu id the titles of the parents and the menu, such as `System / Users`. */
export function menuNamesOf(tree: readonly MenuNode[], above = ''): ReadonlyMap<string, string> {
  return new Map(
    tree.flatMap((node) => {
      const name = `${above}${node.title}`;
      return [[node.id, name] as const, ...menuNamesOf(node.children, `${name} / `)];
    }),
  );
}

/** @returns the menus whose title, route or path contains the text, with everything below them and the menus above them */
export function menusWith(tree: readonly MenuNode[], text: string): readonly MenuNode[] {
  const wanted = text.trim().toLowerCase();
  return tree.flatMap((node) => {
    if (`${node.title} ${node.routeName} ${node.routePath}`.toLowerCase().includes(wanted)) return [node];
    const children = menusWith(node.children, text);
    return children.length === 0 ? [] : [{ ...node, children: [...children] }];
  });
}
