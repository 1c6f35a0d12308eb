import type { Schemas } from '@portcullis/client';

type MenuNode = Schemas['MenuNode'];

/**
 * @returns the tree that a role with these menus brings (docs/interface.md, section 4.5): disabled menus hide what is
 * below them, directories above a granted page are included, and other pages make room for their children.
 */
export const seenByRole = (nodes: readonly MenuNode[], granted: ReadonlySet<string>): readonly MenuNode[] =>
  nodes.flatMap((node) => {
    if (node.status !== 1) return [];
    const children = [...seenByRole(node.children, granted)];
    const isShown = granted.has(node.id) || (node.menuType === 1 && children.length > 0);
    return isShown ? [{ ...node, children }] : children;
  });
