import { fromStatus, emptyToUndefined } from './values.ts';

/** A page of a list as the service returns it. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
}

/** A page of a list as the front end's tables expect it. */
export interface Records<Row> {
  readonly records: Row[];
  readonly current: number;
  readonly size: number;
  readonly total: number;
}

/** Returns a page of a list under the names of the front end. */
export const toRecords = <Item, Row>(page: Page<Item>, toRow: (item: Item) => Row): Records<Row> => ({
  records: page.items.map(toRow),
  current: page.page,
  size: page.pageSize,
  total: page.total,
});

/** The values of a search form. Absent, null and empty values do not restrict the list. */
export type ListParams = Readonly<Record<string, string | number | null | undefined>>;

/** Maximum page size of the service. */
export const maxPageSize = 100;

/**
 * Maximum page size of the front end. A page larger than `maxPageSize` is combined from several pages of the service.
 */
const maxRows = 10 * maxPageSize;

/**
 * Converts the search form to query parameters. A page that is larger than `maxPageSize` becomes several requests. Its
 * size is limited to `maxRows` and rounded up to a multiple of `maxPageSize`.
 * @param fields the filter of the service for each field of the form
 * @returns the parameters of each request; together, the responses contain the rows of the page
 */
export function toListQueries(params: ListParams = {}, fields: Readonly<Record<string, string>> = {}) {
  const filters = {
    status: fromStatus(emptyToUndefined(params['status'])?.toString()),
    ...Object.fromEntries(Object.entries(fields).map(([field, filter]) => [filter, emptyToUndefined(params[field])])),
  };
  const current = emptyToUndefined(params['current']);
  const size = Number(emptyToUndefined(params['size']) ?? 0);
  if (size <= maxPageSize) return [{ page: current, pageSize: size === 0 ? undefined : size, ...filters }];
  const count = Math.ceil(Math.min(size, maxRows) / maxPageSize);
  const first = (Number(current ?? 1) - 1) * count + 1;
  return Array.from({ length: count }, (_, index) => ({ page: first + index, pageSize: maxPageSize, ...filters }));
}
