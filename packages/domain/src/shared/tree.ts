/** An entity that refers to its parent. */
export interface TreeItem<Id extends string> {
  readonly id: Id;
  /** Null at the root. */
  readonly parentId: Id | null;
}

/** A node with its child nodes. A leaf has an empty list of children. */
export type TreeOf<Node> = Node & { readonly children: readonly TreeOf<Node>[] };

/** A node to which children can still be added. */
export type MutableTree<Node> = Node & { readonly children: MutableTree<Node>[] };

/** Compares texts by UTF-16 code units, independently of the locale. */
export const compareText = (a: string, b: string): number => Number(a > b) - Number(a < b);

export const mapById = <Id extends string, Node extends TreeItem<Id>>(nodes: readonly Node[]): ReadonlyMap<Id, Node> =>
  new Map(nodes.map((node) => [node.id, node]));

export const parentOf = <Id extends string, Node extends TreeItem<Id>>(
  node: Node,
  nodesById: ReadonlyMap<Id, Node>,
): Node | undefined => (node.parentId === null ? undefined : nodesById.get(node.parentId));

/**
 * Returns one node of each cycle of parents. `buildTree` makes these nodes roots, so that all nodes of the cycles are
 * reachable.
 */
function findCycleStarts<Id extends string>(sorted: readonly TreeItem<Id>[]): ReadonlySet<Id> {
  const nodesById = mapById<Id, TreeItem<Id>>(sorted);
  const visited = new Set<Id>();
  const cycleStarts = new Set<Id>();
  for (const start of sorted) {
    const path = new Set<Id>();
    let at: TreeItem<Id> | undefined = start;
    while (at !== undefined && !visited.has(at.id) && !path.has(at.id)) {
      path.add(at.id);
      at = parentOf<Id, TreeItem<Id>>(at, nodesById);
    }
    if (at !== undefined && path.has(at.id)) cycleStarts.add(at.id);
    for (const id of path) visited.add(id);
  }
  return cycleStarts;
}

/**
 * Builds a tree that contains every node once, below its parent. A node is a root if its parent is null or not in
 * `nodes`. One node of each cycle of parents also becomes a root. `compare` sorts siblings and must never return 0 for
 * two nodes, so that the tree does not depend on the order of `nodes`.
 */
export function buildTree<Id extends string, Node extends TreeItem<Id>>(
  nodes: readonly Node[],
  compare: (a: Node, b: Node) => number,
): readonly TreeOf<Node>[] {
  const sorted = nodes.toSorted(compare);
  const cycleStarts = findCycleStarts<Id>(sorted);
  const copies = sorted.map((node): MutableTree<Node> => ({ ...node, children: [] }));
  const copiesById = mapById<Id, MutableTree<Node>>(copies);
  const roots: MutableTree<Node>[] = [];
  for (const node of copies) {
    const parent = cycleStarts.has(node.id) ? undefined : parentOf<Id, MutableTree<Node>>(node, copiesById);
    (parent?.children ?? roots).push(node);
  }
  return roots;
}

/** The reason why a node must not be placed below a parent. */
export type PlacementError = 'unknown-parent' | 'cycle' | 'too-deep';

/**
 * Returns the reason why `moved` must not be created or moved below `moved.parentId`, or `undefined` if there is none.
 * `places` contains the present position of every node in the tree. For a new node, the positions of the parent and its
 * ancestors are sufficient.
 * @param maxDepth the maximum number of nodes on a path from the root to a leaf
 */
export function placementError<Id extends string>(
  places: readonly TreeItem<Id>[],
  moved: TreeItem<Id>,
  maxDepth: number,
): PlacementError | undefined {
  const parents = new Map(places.map(({ id, parentId }) => [id, parentId]));
  if (moved.parentId !== null && !parents.has(moved.parentId)) return 'unknown-parent';
  parents.set(moved.id, moved.parentId);
  const above = pathToRoot(moved.id, parents);
  if (above === undefined) return 'cycle';
  // If `moved` becomes deeper, the nodes below it become deeper too.
  for (const id of parents.keys()) {
    const path = pathToRoot(id, parents) ?? [];
    if (path.includes(moved.id) && path.length > maxDepth) return 'too-deep';
  }
  return undefined;
}

/** Returns the ids of a node and all its ancestors, or `undefined` if the parents form a cycle. */
function pathToRoot<Id extends string>(id: Id, parents: ReadonlyMap<Id, Id | null>): readonly Id[] | undefined {
  const path = new Set<Id>();
  for (let at: Id | null = id; at !== null; at = parents.get(at) ?? null) {
    if (path.has(at)) return undefined;
    path.add(at);
  }
  return [...path];
}
