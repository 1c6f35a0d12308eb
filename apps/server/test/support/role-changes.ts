/** The role ids before and after a change, from an audit record. */
export interface RoleChange {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * Each change replaces one set of role ids (`before`) and stores another set (`after`). Returns the sets that were not
 * replaced as often as they were stored. `first` counts as stored once before all changes, and `last` as replaced once
 * after them. If the changes were made one after another, beginning with `first` and ending with `last`, the result is
 * empty.
 */
export function unbalancedRoleSets(
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
