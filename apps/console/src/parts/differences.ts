/** A value that differs between two versions of a resource. */
export interface Difference {
  /** The path to the value, such as `roleIds` or `query.page`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** @returns the values that differ, each with its path. A list is one value: its entries have no paths. */
export function differencesOf(before: unknown, after: unknown, path = ''): Difference[] {
  if (isSame(before, after)) return [];
  if (!isRecord(before) || !isRecord(after)) return [{ path, before, after }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => differencesOf(before[name], after[name], path === '' ? name : `${path}.${name}`));
}

/** @returns the entries that only the old list contains, and the entries that only the new list contains. */
export const listChanges = (before: readonly unknown[], after: readonly unknown[]) => ({
  removed: before.filter((value) => !after.some((other) => isSame(value, other))),
  added: after.filter((value) => !before.some((other) => isSame(value, other))),
});
