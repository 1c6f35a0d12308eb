/** Gives each state of something a version: the same to equal states, in the order in which they are first seen. */
export function versions(): (thing: unknown) => string {
  const seen = new Map<string, string>();
  return (thing) => {
    const state = JSON.stringify(thing);
    const version = seen.get(state) ?? String(seen.size);
    seen.set(state, version);
    return version;
  };
}
