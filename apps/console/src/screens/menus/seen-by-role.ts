import type { Schemas } from '@portcullis/client';

type MenuNode = Schemas['MenuNode'];

/**
 * @param granted the ids of the menus that a role grants
 * @returns the menu tree of a user who has only this role (docs/interface.md, section 4.5). A disabled menu hides all
 * menus below it. A directory without a grant is shown if a menu below it is shown. A page without a grant is omitted,
 * and the menus below it move up.
 */
export const seenByRole = (nodes: readonly MenuNode[], granted: ReadonlySet<string>): readonly MenuNode[] =>
  nodes.flatMap((node) => {
    if (node.status !== 1) return [];
    const children = [...seenByRole(node.children, granted)];
    const isShown = granted.has(node.id) || (node.menuType === 1 && children.length > 0);
    return isShown ? [{ ...node, children }] : children;
  });
