const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '');

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Compares a path with a pattern. One segment of the pattern may be `:id`.
 * @returns the id in the path, or an empty string if the pattern has no `:id`; undefined if the path does not match.
 */
export function match(pattern: string, path: string): string | undefined {
  const expected = segmentsOf(pattern);
  const given = segmentsOf(path);
  if (expected.length !== given.length) return undefined;
  const fits = expected.every((segment, index) => segment === ':id' || segment === given[index]);
  return fits ? decoded(given[expected.indexOf(':id')] ?? '') : undefined;
}
