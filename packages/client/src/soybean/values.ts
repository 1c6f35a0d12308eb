/** Turns null and the empty text into undefined, because the front end applies its defaults only to undefined. */
export const emptyToUndefined = <Value>(value: Value | null | undefined | ''): Value | undefined =>
  value === null || value === '' ? undefined : value;

/** The status in the front end: '1' enabled, '2' disabled. */
export type EnableStatus = '1' | '2';

export const toStatus = (status: 0 | 1 | 2): EnableStatus => (status === 1 ? '1' : '2');

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
  readonly key: string;
  readonly value: string;
}

const isPair = (value: unknown): value is QueryPair => typeof value === 'object' && value !== null && 'key' in value;

/** Converts query parameters to the pairs that the front end's router expects. The service stores any JSON object or array. */
export function toQueryPairs(query: unknown): QueryPair[] | null {
  if (Array.isArray(query)) return query.filter(isPair);
  if (typeof query !== 'object' || query === null) return null;
  return Object.entries(query).map(([key, value]) => ({ key, value: String(value) }));
}
