import type { Schemas } from '@portcullis/client';
import { choiceOf, type Choice } from './selection.ts';

type MenuNode = Schemas['MenuNode'];

const isDirectory = ({ menuType }: MenuNode): boolean => menuType === 1;

const idsOf = (node: MenuNode): string[] => [node.id, ...node.children.flatMap(idsOf)];

/**
 * Returns the ids whose selection decides whether a node counts as selected. A directory is shown to a user if a page
 * below it is, so only its descendants count; a page with children must be selected itself as well.
 */
const decidingIds = (node: MenuNode): readonly string[] =>
  isDirectory(node) && node.children.length > 0 ? node.children.flatMap(decidingIds) : idsOf(node);

/** @returns whether a menu is selected with all menus below it, partly, or not at all. */
export function menuChoiceOf(node: MenuNode, chosen: ReadonlySet<string>): Choice {
  const choice = choiceOf(decidingIds(node), chosen);
  return choice === false && chosen.has(node.id) ? 'mixed' : choice;
}

/** @returns the selected ids after a menu and its descendants were selected or deselected. */
export function toggleMenu(
  tree: readonly MenuNode[],
  node: MenuNode,
  chosen: ReadonlySet<string>,
): ReadonlySet<string> {
  const ids = idsOf(node);
  if (menuChoiceOf(node, chosen) !== true) return new Set([...chosen, ...ids]);
  const left = new Set([...chosen].filter((id) => !ids.includes(id)));
  // When the last page below a directory is deselected, the directory is deselected too, since it would be empty.
  for (const root of tree) {
    const isEmptied = isDirectory(root) && idsOf(root).includes(node.id) && choiceOf(decidingIds(root), left) === false;
    if (isEmptied) left.delete(root.id);
  }
  return left;
}

/** @returns the title of each menu by its id, preceded by the titles of the menus above it. */
export function menuNamesOf(tree: readonly MenuNode[], above = ''): ReadonlyMap<string, string> {
  return new Map(
    tree.flatMap((node) => {
      const name = `${above}${node.title}`;
      return [[node.id, name] as const, ...menuNamesOf(node.children, `${name} / `)];
    }),
  );
}
