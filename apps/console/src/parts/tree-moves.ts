/** The fields that the tree view needs of a node. */
export interface TreeNode {
  readonly id: string;
  readonly children: readonly TreeNode[];
}

/** A visible line of the tree. */
export interface TreeRow<Node extends TreeNode> {
  readonly node: Node;
  readonly parent: TreeRow<Node> | undefined;
  readonly siblings: readonly TreeNode[];
  /** The position among the siblings, from 0. */
  readonly index: number;
  /** The level in the tree, from 1 at the root. */
  readonly level: number;
}

/**
 * The move of a node to a new position. `parentId` is the new parent, or undefined at the root. `index` is the new
 * position among the siblings, from 0.
 */
export interface TreeMove {
  readonly id: string;
  readonly parentId: string | undefined;
  readonly index: number;
}

/** @returns the move that brings a node back to its present place; undefined if it is not in the tree. */
export function moveBack<Node extends TreeNode & { readonly children: readonly Node[] }>(
  nodes: readonly Node[],
  id: string,
): TreeMove | undefined {
  const row = rowsOf(nodes).find(({ node }) => node.id === id);
  return row && { id, parentId: row.parent?.node.id, index: row.index };
}

export type Direction = 'up' | 'down' | 'out' | 'in';
export type DropPlace = 'before' | 'inside' | 'after';

/** @returns the node with the id, from any level of the tree; undefined if there is none. */
export function findNode<Node extends TreeNode & { readonly children: readonly Node[] }>(
  nodes: readonly Node[],
  id: string,
): Node | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : findNode(node.children, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** @returns all nodes as choices, each with its label, indented by its level. */
export const indentedChoices = <Node extends TreeNode & { readonly children: readonly Node[] }>(
  nodes: readonly Node[],
  labelOf: (node: Node) => string,
) =>
  rowsOf(nodes).map(({ node, level }) => ({
    value: node.id,
    label: `${'\u2003'.repeat(level - 1)}${labelOf(node)}`,
  }));

/** @returns the visible lines from top to bottom. Nodes below a node in `closed` are not visible. */
export function rowsOf<Node extends TreeNode & { readonly children: readonly Node[] }>(
  nodes: readonly Node[],
  closed: ReadonlySet<string> = new Set(),
  parent?: TreeRow<Node>,
): TreeRow<Node>[] {
  return nodes.flatMap((node, index) => {
    const row: TreeRow<Node> = { node, parent, siblings: nodes, index, level: (parent?.level ?? 0) + 1 };
    return closed.has(node.id) ? [row] : [row, ...rowsOf(node.children, closed, row)];
  });
}

/** @returns the move that Alt and an arrow key cause; undefined if the node cannot be moved in this direction. */
export function keyboardMove<Node extends TreeNode>(row: TreeRow<Node>, direction: Direction): TreeMove | undefined {
  const { node, parent, siblings, index } = row;
  const parentId = parent?.node.id;
  switch (direction) {
    case 'up':
      return index === 0 ? undefined : { id: node.id, parentId, index: index - 1 };
    case 'down':
      return index === siblings.length - 1 ? undefined : { id: node.id, parentId, index: index + 1 };
    case 'out':
      return parent === undefined
        ? undefined
        : { id: node.id, parentId: parent.parent?.node.id, index: parent.index + 1 };
    case 'in': {
      const before = siblings[index - 1];
      return before === undefined ? undefined : { id: node.id, parentId: before.id, index: before.children.length };
    }
  }
}

const isWithin = <Node extends TreeNode>(row: TreeRow<Node> | undefined, id: string): boolean =>
  row !== undefined && (row.node.id === id || isWithin(row.parent, id));

/**
 * @returns the move for a drop; undefined if the target is the dragged node or is inside it, or if the drop would not
 * move the node.
 */
export function dropMove<Node extends TreeNode>(
  dragged: TreeRow<Node>,
  target: TreeRow<Node>,
  place: DropPlace,
): TreeMove | undefined {
  const { id } = dragged.node;
  if (isWithin(target, id)) return undefined;
  if (place === 'inside') {
    const others = target.node.children.filter((child) => child.id !== id).length;
    const isThere = dragged.parent?.node.id === target.node.id && dragged.index === others;
    return isThere ? undefined : { id, parentId: target.node.id, index: others };
  }
  const isSameParent = dragged.parent?.node.id === target.parent?.node.id;
  const shift = isSameParent && dragged.index < target.index ? 1 : 0;
  const index = target.index + (place === 'after' ? 1 : 0) - shift;
  if (isSameParent && index === dragged.index) return undefined;
  return { id, parentId: target.parent?.node.id, index };
}

/** A node and its `order`, the number by which siblings are sorted. */
interface Ordered {
  readonly id: string;
  readonly order: number;
}

interface Placement {
  /** The new `order` of the moved node. */
  readonly order: number;
  /** The siblings that need a new `order` to make room for the moved node. */
  readonly changes: readonly Ordered[];
}

/**
 * Finds the `order` for a node that is moved to a position among its siblings.
 * @param siblings the other children of the parent, sorted by `order`
 * @param index the new position, from 0
 */
export function placementAmong(siblings: readonly Ordered[], index: number): Placement {
  const before = siblings[index - 1];
  const after = siblings[index];
  if (before === undefined && after === undefined) return { order: 1, changes: [] };
  if (after === undefined) return { order: (before?.order ?? 0) + 1, changes: [] };
  if (before === undefined) return { order: after.order - 1, changes: [] };
  if (after.order - before.order > 1) return { order: before.order + 1, changes: [] };
  const numbered = siblings.map(({ id, order }, place) => ({
    id,
    order: place < index ? place + 1 : place + 2,
    was: order,
  }));
  return {
    order: index + 1,
    changes: numbered.filter(({ order, was }) => order !== was).map(({ id, order }) => ({ id, order })),
  };
}
