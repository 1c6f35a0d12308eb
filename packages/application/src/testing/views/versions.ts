/** Makes a function that returns a version for each value: numbers in order of first use, equal for equal values. */
export function versions(): (thing: unknown) => string {
  const seen = new Map<string, string>();
  return (thing) => {
    const state = JSON.stringify(thing);
    const version = seen.get(state) ?? String(seen.size);
    seen.set(state, version);
    return version;
  };
}
