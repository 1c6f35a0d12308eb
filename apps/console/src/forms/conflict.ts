/** A field that differs between the values of the person who is saving and the values that another person has saved. */
interface FieldConflict<Name extends string> {
  readonly field: Name;
  /** True if the person who is saving has changed the field; false if only the other person has. */
  readonly isMine: boolean;
}

/**
 * Prepares a value for a comparison. Lists are sorted, because their order does not matter. They are sets, such as the
 * ids of a user's roles.
 */
const comparable = (value: unknown): unknown => (Array.isArray(value) ? value.map(String).toSorted() : value);

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));

function isSameValues<Values extends object>(one: Values, other: Values): boolean {
  for (const name in one) if (!isSame(one[name], other[name])) return false;
  return true;
}

/**
 * Finds the conflicts between the values that a person wants to save and the values that somebody else has saved.
 * @param base the values before both changes
 * @returns the fields that differ between `mine` and `theirs`; an empty list if `theirs` equals `base`
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

/**
 * @param merged texts by the names of fields, which replace both values
 * @returns `theirs`, with the values of the given fields taken from `mine`.
 */
export function mergeValues<Values extends object>(
  mine: Values,
  theirs: Values,
  fieldsOfMine: ReadonlySet<string>,
  merged: ReadonlyMap<string, string> = new Map(),
): Values {
  const values = { ...theirs };
  for (const field in values) if (fieldsOfMine.has(field)) values[field] = mine[field];
  return { ...values, ...Object.fromEntries(merged) };
}
