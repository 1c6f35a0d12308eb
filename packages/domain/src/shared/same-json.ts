import { compareText } from './tree.ts';

/** Whether two values have equal JSON. The order of keys is ignored, because the database does not preserve it. */
export const isSameJson = (one: unknown, other: unknown): boolean => sortedJson(one) === sortedJson(other);

const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner !== 'object' || inner === null || Array.isArray(inner)
      ? inner
      : Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => compareText(a, b))),
  );
