/** Whether all ids of a group are selected (true), none (false), or some (`mixed`). */
export type Choice = boolean | 'mixed';

/** @returns whether all, none or some of the ids are selected; false for an empty list. */
export function choiceOf(ids: readonly string[], chosen: ReadonlySet<string>): Choice {
  const count = ids.filter((id) => chosen.has(id)).length;
  if (count === 0) return false;
  return count === ids.length ? true : 'mixed';
}

/** @returns the selected ids plus the given ids, or without the given ids if all of these are already selected. */
export function toggleAll(ids: readonly string[], chosen: ReadonlySet<string>): ReadonlySet<string> {
  const next = new Set(chosen);
  const isRemoved = choiceOf(ids, chosen) === true;
  for (const id of ids) {
    if (isRemoved) next.delete(id);
    else next.add(id);
  }
  return next;
}
