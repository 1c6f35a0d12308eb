import type { Schemas } from '../client.ts';

type Node = Schemas['RouteNode'];

/** The layouts and views that are compiled into the front end. */
export interface Compiled {
  readonly layouts: readonly string[];
  /** Keys of the pages. */
  readonly views: readonly string[];
}

/** Shows a link to another site. The router of the front end needs a page there, although it never opens it. */
const linkView = 'iframe-page';

/** @returns the page that a component such as `layout.base$view.home` names, undefined if it names none that is compiled */
function viewOf(component: string, { layouts, views }: Compiled): string | undefined {
  const [, layout, view] = /^(?:layout\.([^$]+)\$)?view\.(.+)$/.exec(component) ?? [];
  if (view === undefined || !views.includes(view)) return undefined;
  return layout === undefined || layouts.includes(layout) ? view : undefined;
}

/**
 * Leaves out pages whose component is missing or not compiled into the front end: its router would fail on one at the root, which
 * blanks the whole front end, and others would be entries that lead nowhere.
 * @returns the other nodes, and the names of the menus that were left out
 */
export function usableNodes(
  nodes: readonly Node[],
  compiled: Compiled,
): { readonly nodes: readonly Node[]; readonly dropped: readonly string[] } {
  const dropped: string[] = [];
  const keep = (node: Node): readonly Node[] => {
    const children = node.children.flatMap(keep);
    if (node.menuType === 1 || children.length > 0) return [{ ...node, children }];
    if (node.href !== null && compiled.views.includes(linkView)) {
      return [{ ...node, component: node.component ?? `view.${linkView}`, children }];
    }
    if (viewOf(node.component ?? '', compiled) !== undefined) return [{ ...node, children }];
    dropped.push(node.menuName);
    return [];
  };
  return { nodes: nodes.flatMap(keep), dropped };
}
