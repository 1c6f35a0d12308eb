/** The role ids before and after a change, from an audit record. */
export interface RoleChange {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * Returns the sets of role ids at which the changes do not connect. The result is empty if the changes form one chain
 * from `first` to `last`, in which each change begins with the set that the previous change stored.
 */
export function oddEnds(
  edges: readonly RoleChange[],
  first: readonly string[],
  last: readonly string[],
): readonly string[] {
  const balance = new Map<string, number>();
  const add = (ids: readonly string[], count: number): void => {
    const key = [...ids].toSorted().join();
    balance.set(key, (balance.get(key) ?? 0) + count);
  };
  for (const { before, after } of [...edges, { before: last, after: first }]) {
    add(before, 1);
    add(after, -1);
  }
  return [...balance].filter(([, count]) => count !== 0).map(([key]) => key);
}
