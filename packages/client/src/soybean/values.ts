/** What is null or empty there is absent: the front end's own defaults step in for what is undefined only. */
export const given = <Value>(value: Value | null | undefined | ''): Value | undefined =>
  value === null || value === '' ? undefined : value;

/** What the front end calls enabled and disabled. */
export type EnableStatus = '1' | '2';

export const toStatus = (status: 0 | 1 | 2): EnableStatus => (status === 1 ? '1' : '2');

/** Undefined where nothing was chosen. */
export const fromStatus = (status: string | null | undefined): 0 | 1 | undefined =>
  given(status) === undefined ? undefined : status === '2' ? 0 : 1;

interface Stamped {
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** When a row was made and changed; the service does not say by whom. */
export const stampsOf = ({ createdAt, updatedAt }: Stamped) => ({
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

/** The front end's router wants pairs; the service stores any JSON object or array. */
export function toQueryPairs(query: unknown): QueryPair[] | null {
  if (Array.isArray(query)) return query.filter(isPair);
  if (typeof query !== 'object' || query === null) return null;
  return Object.entries(query).map(([key, value]) => ({ key, value: String(value) }));
}
