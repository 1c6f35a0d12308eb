/** Whether all of something is chosen, none of it, or a part. */
export type Choice = boolean | 'mixed';

/** @returns whether all, none or some of the ids are chosen; nothing of an empty list is. */
export function choiceOf(ids: readonly string[], chosen: ReadonlySet<string>): Choice {
  const count = ids.filter((id) => chosen.has(id)).length;
  if (count === 0) return false;
  return count === ids.length ? true : 'mixed';
}

/** @returns the chosen ids with all of these, or without them if all of them are chosen already. */
export function toggleAll(ids: readonly string[], chosen: ReadonlySet<string>): ReadonlySet<string> {
  const next = new Set(chosen);
  const isRemoved = choiceOf(ids, chosen) === true;
  for (const id of ids) {
    if (isRemoved) next.delete(id);
    else next.add(id);
  }
  return next;
}
