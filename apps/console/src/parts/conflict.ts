/** A field to which two people have given different values. */
export interface FieldConflict<Name extends string> {
  readonly field: Name;
  /** True if this person has changed the field, false if only the other person has. */
  readonly isMine: boolean;
}

/**
 * Returns the form in which values are compared. Lists are sorted: they are sets, such as the ids of roles, so their
 * order does not matter.
 */
const comparable = (value: unknown): unknown => (Array.isArray(value) ? value.map(String).toSorted() : value);

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));

export function isSameValues<Values extends object>(one: Values, other: Values): boolean {
  for (const name in one) if (!isSame(one[name], other[name])) return false;
  return true;
}

/**
 * Compares what a person wants to save with what somebody else has stored meanwhile.
 * @param base the values with which both people began
 * @returns the fields that differ between `mine` and `theirs`; none if `theirs` is the same as `base`
 */
export function conflictsBetween<Values extends object>(
  base: Values,
  mine: Values,
  theirs: Values,
): FieldConflict<keyof Values & string>[] {
  const conflicts: FieldConflict<keyof Values & string>[] = [];
  if (isSameValues(base, theirs)) return conflicts;
  for (const field in theirs) {
    if (isSame(mine[field], theirs[field])) continue;
    conflicts.push({ field, isMine: !isSame(base[field], mine[field]) });
  }
  return conflicts;
}

/** @returns `theirs`, with the values of the given fields taken from `mine`. */
export function mergeValues<Values extends object>(
  mine: Values,
  theirs: Values,
  fieldsOfMine: ReadonlySet<string>,
): Values {
  const merged = { ...theirs };
  for (const field in merged) if (fieldsOfMine.has(field)) merged[field] = mine[field];
  return merged;
}
