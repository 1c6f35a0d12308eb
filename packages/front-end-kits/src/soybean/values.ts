/** Converts null and the empty text to undefined, because the front end applies its defaults only to undefined. */
export const emptyToUndefined = <Value>(value: Value | null | undefined | ''): Value | undefined =>
  value === null || value === '' ? undefined : value;

/** The status in the front end: '1' enabled, '2' disabled. */
export type EnableStatus = '1' | '2';

/** Converts the status of the service. The return type includes null, because the front end's tables require it. */
export const toStatus = (status: 0 | 1 | 2): EnableStatus | null => (status === 1 ? '1' : '2');

/** Converts the status of the front end, or returns undefined if no status was chosen. */
export const fromStatus = (status: string | null | undefined): 0 | 1 | undefined =>
  emptyToUndefined(status) === undefined ? undefined : status === '2' ? 0 : 1;

interface Stamped {
  readonly createdAt: string;
  readonly updatedAt: string;
}

/**
 * Converts the timestamps of a row. `createBy` and `updateBy` are empty, because the service does not return these
 * users.
 */
export const timestampsOf = ({ createdAt, updatedAt }: Stamped) => ({
  createBy: '',
  createTime: createdAt,
  updateBy: '',
  updateTime: updatedAt,
});

/** A parameter that the route of a menu has in its query. */
export interface QueryPair {
  key: string;
  value: string;
}

const isPair = (value: unknown): value is QueryPair => typeof value === 'object' && value !== null && 'key' in value;

/**
 * Converts query parameters to the pairs that the front end's router expects. The service stores any JSON object or
 * array.
 */
export function toQueryPairs(query: unknown): QueryPair[] | null {
  if (Array.isArray(query)) return query.filter(isPair);
  if (typeof query !== 'object' || query === null) return null;
  return Object.entries(query).map(([key, value]) => ({ key, value: String(value) }));
}

/** Type guards for i18n keys and route names, for which the front end's types are narrower than `string`. */
export interface Names<Key extends string = string, Route extends string = string> {
  /** Returns true if the locale files have the key. */
  readonly isI18nKey: (key: string) => key is Key;
  /** Returns true if the front end has a path for a route name. */
  readonly isKnown: (routeName: string) => routeName is Route;
}

/**
 * Accepts every name except the empty text.
 * @example
 * console.log(anyNames.isKnown('manage_user'), anyNames.isKnown('')); // true false
 */
export const anyNames: Names = {
  isI18nKey: (key): key is string => key !== '',
  isKnown: (name): name is string => name !== '',
};

/**
 * Returns the key, or undefined if the locale files lack the key. The front end would show such a key instead of the
 * title.
 */
export const knownKey = <Key extends string>(key: string | null, { isI18nKey }: Names<Key>): Key | undefined =>
  key !== null && isI18nKey(key) ? key : undefined;

/**
 * Returns the fields of a request body that differ from those of the original row, so that an unchanged form sends
 * nothing.
 */
export const changedFields = (after: object, before: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name)),
    ),
  );
