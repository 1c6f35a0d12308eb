/** The JSON of what is answered again and again; gone when the thing itself is. */
const written = new WeakMap<object, string>();

/** Marks data that never changes, whose JSON is worth keeping. */
export function withCachedJson<T extends object>(data: T): T {
  written.set(data, JSON.stringify(data));
  return data;
}

/** `data` as JSON; nothing at all is `null`. */
export const toJson = (data: unknown): string =>
  (typeof data === 'object' && data !== null ? written.get(data) : undefined) ?? JSON.stringify(data ?? null);
