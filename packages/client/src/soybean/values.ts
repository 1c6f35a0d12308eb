/** Turns null and the empty text into undefined, because the front end applies its defaults only to undefined. */
export const emptyToUndefined = <Value>(value: Value | null | undefined | ''): Value | undefined =>
  value === null || value === '' ? undefined : value;

/** The status in the front end: '1' enabled, '2' disabled. */
export type EnableStatus = '1' | '2';

/** Rows of the front end may have no status, so its tables expect a type with null. */
export const toStatus = (status: 0 | 1 | 2): EnableStatus | null => (status === 1 ? '1' : '2');

/** Converts the status of the front end; undefined if none was chosen. */
export const fromStatus = (status: string | null | undefined): 0 | 1 | undefined =>
  emptyToUndefined(status) === undefined ? undefined : status === '2' ? 0 : 1;

interface Stamped {
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Converts the timestamps of a row. The users who created and changed it are empty, because the service does not return them. */
export const timestampsOf = ({ createdAt, updatedAt }: Stamped) => ({
  createBy: '',
  createTime: createdAt,
  updateBy: '',
  updateTime: updatedAt,
});

export interface QueryPair {
  key: string;
  value: string;
}

const isPair = (value: unknown): value is QueryPair => typeof value === 'object' && value !== null && 'key' in value;

/** Converts query parameters to the pairs that the front end's router expects. The service stores any JSON object or array. */
export function toQueryPairs(query: unknown): QueryPair[] | null {
  if (Array.isArray(query)) return query.filter(isPair);
  if (typeof query !== 'object' || query === null) return null;
  return Object.entries(query).map(([key, value]) => ({ key, value: String(value) }));
}

/** The texts that the front end knows by name. Its own types for them are narrower than `string`. */
export interface Names<Key extends string = string, Route extends string = string> {
  /** Returns true if the locale files have the key. */
  readonly isI18nKey: (key: string) => key is Key;
  /** Returns true if the front end has a path for a route name. */
  readonly isKnown: (routeName: string) => routeName is Route;
}

/** Takes every name for known. */
export const anyNames: Names = {
  isI18nKey: (key): key is string => key !== '',
  isKnown: (name): name is string => name !== '',
};

/** Returns the key, or undefined if the locale files lack it: the front end would show it in place of the title. */
export const knownKey = <Key extends string>(key: string | null, { isI18nKey }: Names<Key>): Key | undefined =>
  key !== null && isI18nKey(key) ? key : undefined;

/** Returns the fields of a request body that differ from those of the row before, so that an untouched form changes nothing. */
export const changedFields = (after: object, before: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name)),
    ),
  );
