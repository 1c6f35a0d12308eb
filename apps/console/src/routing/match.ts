const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '');

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Compares a path with a pattern, of which one segment may be `:id`.
 * @returns the id, which is empty for a pattern without one; undefined if the path does not fit.
 */
export function match(pattern: string, path: string): string | undefined {
  const expected = segmentsOf(pattern);
  const given = segmentsOf(path);
  if (expected.length !== given.length) return undefined;
  const fits = expected.every((segment, index) => segment === ':id' || segment === given[index]);
  return fits ? decoded(given[expected.indexOf(':id')] ?? '') : undefined;
}
