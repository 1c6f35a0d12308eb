/** True if all ids of a group are selected, false if no id is selected, otherwise `mixed`. */
export type SelectionState = boolean | 'mixed';

/** @returns whether all, some or none of the ids are selected; false for an empty list. */
export function selectionStateOf(ids: readonly string[], chosen: ReadonlySet<string>): SelectionState {
  const count = ids.filter((id) => chosen.has(id)).length;
  if (count === 0) return false;
  return count === ids.length ? true : 'mixed';
}

/**
 * Deselects the ids if all of them are selected; otherwise selects all of them.
 * @returns the new set of selected ids
 */
export function toggleAll(ids: readonly string[], chosen: ReadonlySet<string>): ReadonlySet<string> {
  const next = new Set(chosen);
  const isRemoved = selectionStateOf(ids, chosen) === true;
  for (const id of ids) {
    if (isRemoved) next.delete(id);
    else next.add(id);
  }
  return next;
}
