import { fromStatus, given } from './values.ts';

/** A page of a list as the service answers it. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
}

/** A page of a list as the front end's tables take it. */
export interface Records<Row> {
  readonly records: Row[];
  readonly current: number;
  readonly size: number;
  readonly total: number;
}

export const toRecords = <Item, Row>(page: Page<Item>, toRow: (item: Item) => Row): Records<Row> => ({
  records: page.items.map(toRow),
  current: page.page,
  size: page.pageSize,
  total: page.total,
});

/** What a table's search form holds: absent, null and empty all mean 'whatever'. */
export type ListParams = Readonly<Record<string, string | number | null | undefined>>;

/**
 * The service has one search text where the front end has several boxes: of the filled ones the last counts.
 * @param boxes names of the text boxes
 */
export const toListQuery = (params: ListParams = {}, boxes: readonly string[] = []) => ({
  page: given(params['current']),
  pageSize: given(params['size']),
  status: fromStatus(given(params['status'])?.toString()),
  search: boxes.map((box) => given(params[box])).findLast((text) => text !== undefined),
});
