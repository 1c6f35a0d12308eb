import type { Schemas } from '@portcullis/client';

type MenuNode = Schemas['MenuNode'];

const isFound = ({ title, routeName, routePath }: MenuNode, sought: string): boolean =>
  [title, routeName, routePath].some((name) => name.toLowerCase().includes(sought));

/** @returns the menus whose title, route name or route path contains the text, and all ancestors of these menus. */
export function menusWith(nodes: readonly MenuNode[], text: string): readonly MenuNode[] {
  const sought = text.trim().toLowerCase();
  return nodes.flatMap((node) => {
    const children = [...menusWith(node.children, sought)];
    return children.length > 0 || isFound(node, sought) ? [{ ...node, children }] : [];
  });
}
