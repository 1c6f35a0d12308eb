/** What a thing must tell to find its place in a tree. */
export interface Placed<Id extends string> {
  readonly id: Id;
  /** Null at the root. */
  readonly parentId: Id | null;
}

/** A node with the nodes below it; a leaf has `[]`. */
export type TreeOf<Node> = Node & { readonly children: readonly TreeOf<Node>[] };

/** A node while its children are still being found. */
export type Growing<Node> = Node & { readonly children: Growing<Node>[] };

/** Orders texts by their code units, the same everywhere. */
export const compareText = (a: string, b: string): number => Number(a > b) - Number(a < b);

export const indexed = <Id extends string, Node extends Placed<Id>>(nodes: readonly Node[]): ReadonlyMap<Id, Node> =>
  new Map(nodes.map((node) => [node.id, node]));

export const parentOf = <Id extends string, Node extends Placed<Id>>(
  node: Node,
  known: ReadonlyMap<Id, Node>,
): Node | undefined => (node.parentId === null ? undefined : known.get(node.parentId));

/** Where each ring of parents is opened, so that its nodes stay reachable. The same for every input order. */
function ringOpenings<Id extends string>(sorted: readonly Placed<Id>[]): ReadonlySet<Id> {
  const known = indexed<Id, Placed<Id>>(sorted);
  const settled = new Set<Id>();
  const openings = new Set<Id>();
  for (const start of sorted) {
    const path = new Set<Id>();
    let at: Placed<Id> | undefined = start;
    while (at !== undefined && !settled.has(at.id) && !path.has(at.id)) {
      path.add(at.id);
      at = parentOf<Id, Placed<Id>>(at, known);
    }
    if (at !== undefined && path.has(at.id)) openings.add(at.id);
    for (const id of path) settled.add(id);
  }
  return openings;
}

/**
 * Every node once, below its parent; at the root where the parent is null or not among the nodes. Siblings stand in the
 * order of `compare`, which must tell any two nodes apart: then the tree does not depend on how the nodes came.
 */
export function growTree<Id extends string, Node extends Placed<Id>>(
  nodes: readonly Node[],
  compare: (a: Node, b: Node) => number,
): readonly TreeOf<Node>[] {
  const sorted = nodes.toSorted(compare);
  const openings = ringOpenings<Id>(sorted);
  const growing = sorted.map((node): Growing<Node> => ({ ...node, children: [] }));
  const known = indexed<Id, Growing<Node>>(growing);
  const roots: Growing<Node>[] = [];
  for (const node of growing) {
    const parent = openings.has(node.id) ? undefined : parentOf<Id, Growing<Node>>(node, known);
    (parent?.children ?? roots).push(node);
  }
  return roots;
}

/** Why something must not be placed below a parent. */
export type PlaceFault = 'unknown-parent' | 'cycle' | 'too-deep';

/**
 * Checks whether `moved` may be placed below its `parentId` in the tree of `places`, which may contain it already.
 * @param maxDepth the most nodes on a path from the root to a leaf
 */
export function placeFault<Id extends string>(
  places: readonly Placed<Id>[],
  moved: Placed<Id>,
  maxDepth: number,
): PlaceFault | undefined {
  const parents = new Map(places.map(({ id, parentId }) => [id, parentId]));
  if (moved.parentId !== null && !parents.has(moved.parentId)) return 'unknown-parent';
  parents.set(moved.id, moved.parentId);
  const above = pathToRoot(moved.id, parents);
  if (above === undefined) return 'cycle';
  // The nodes below `moved` become deeper together with it.
  for (const id of parents.keys()) {
    const path = pathToRoot(id, parents) ?? [];
    if (path.includes(moved.id) && path.length > maxDepth) return 'too-deep';
  }
  return undefined;
}

/** The node and all above it; undefined if they form a cycle. */
function pathToRoot<Id extends string>(id: Id, parents: ReadonlyMap<Id, Id | null>): readonly Id[] | undefined {
  const path = new Set<Id>();
  for (let at: Id | null = id; at !== null; at = parents.get(at) ?? null) {
    if (path.has(at)) return undefined;
    path.add(at);
  }
  return [...path];
}
