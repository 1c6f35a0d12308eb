/** The names of tags by their ids. */
export type TagNames = ReadonlyMap<string, string>;

export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** @returns the ids of the tags whose names are in `names`, ignoring case, and the other names in `tags`. */
export function splitTags(tags: readonly string[], names: TagNames): { ids: string[]; unknown: string[] } {
  const ids: string[] = [];
  const unknown: string[] = [];
  for (const tag of tags) {
    const known = [...names].find(([, name]) => isSameName(name, tag));
    if (known === undefined) unknown.push(tag);
    else ids.push(known[0]);
  }
  return { ids, unknown };
}
