import type { Schemas } from '@portcullis/client';

type Node = Schemas['RouteNode'];

/** The layouts and views that are compiled into the front end. */
export interface CompiledComponents {
  readonly layouts: readonly string[];
  /** The keys of the pages. */
  readonly views: readonly string[];
}

/**
 * The key of the page for menus that link to another site. The front end's router requires a page for such a menu, but
 * never opens the page.
 */
const linkView = 'iframe-page';

/**
 * Returns the key of the page that a component such as `layout.base$view.home` names, or undefined if the page or its
 * layout is not compiled.
 */
function viewOf(component: string, { layouts, views }: CompiledComponents): string | undefined {
  const [, layout, view] = /^(?:layout\.([^$]+)\$)?view\.(.+)$/.exec(component) ?? [];
  if (view === undefined || !views.includes(view)) return undefined;
  return layout === undefined || layouts.includes(layout) ? view : undefined;
}

/**
 * Omits pages whose component is missing or not compiled into the front end. At the root, such a page would break the
 * front end's router and leave the screen empty. Elsewhere, its menu entry would open nothing. Pages that still
 * have child pages, and links to other sites, are retained.
 * @returns the remaining nodes, and the names of the omitted menus
 */
export function omitUncompiledPages(
  nodes: readonly Node[],
  compiled: CompiledComponents,
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
