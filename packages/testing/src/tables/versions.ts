/** Makes a function that numbers values in order of first use. Values with equal JSON get the same number. */
export function versions(): (thing: unknown) => string {
  const seen = new Map<string, string>();
  return (thing) => {
    const state = JSON.stringify(thing);
    const version = seen.get(state) ?? String(seen.size);
    seen.set(state, version);
    return version;
  };
}
