/** A node and its `order`, the number by which siblings are sorted. */
interface Ordered {
  readonly id: string;
  readonly order: number;
}

export interface Placement {
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
