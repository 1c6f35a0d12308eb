/** A node, and the number by which it is sorted among its siblings. */
interface Ordered {
  readonly id: string;
  readonly order: number;
}

export interface Placement {
  /** The number for the placed node. */
  readonly order: number;
  /** Siblings that need another number first, since no number is free at the place. Each has its new number. */
  readonly changes: readonly Ordered[];
}

/**
 * Finds the number that puts a node at a place among its siblings.
 * @param siblings the other nodes of the parent, in their present order
 * @param index the place, from 0
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
