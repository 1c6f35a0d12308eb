/** A field to which two people have given different values. */
export interface FieldConflict<Name extends string> {
  readonly field: Name;
  /** Whether this person has changed it; else only the other one has. */
  readonly isMine: boolean;
}

/** Lists hold sets, such as ids of roles, so that their order does not matter. */
const comparable = (value: unknown): unknown => (Array.isArray(value) ? value.map(String).toSorted() : value);

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));

export function isSameValues<Values extends object>(one: Values, other: Values): boolean {
  for (const name in one) if (!isSame(one[name], other[name])) return false;
  return true;
}

/**
 * Compares what a person wants to save with what somebody else has stored meanwhile.
 * @param base what both began with
 * @returns the fields to decide about; none if nobody else has changed anything that differs
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

/** @returns their values, with those of the given fields replaced by mine. */
export function mergeValues<Values extends object>(
  mine: Values,
  theirs: Values,
  fieldsOfMine: ReadonlySet<string>,
): Values {
  const merged = { ...theirs };
  for (const field in merged) if (fieldsOfMine.has(field)) merged[field] = mine[field];
  return merged;
}
