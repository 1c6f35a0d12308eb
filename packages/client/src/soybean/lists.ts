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

export const toRecords = <Item, Row>(page: Page<Item>, toRow: (item: Item) => Row): Records<Row> => ({
  records: page.items.map(toRow),
  current: page.page,
  size: page.pageSize,
  total: page.total,
});

/** The values of a search form. Absent, null and empty values do not restrict the list. */
export type ListParams = Readonly<Record<string, string | number | null | undefined>>;

/**
 * Converts the search form to query parameters. The service has one search text, so the last text field that is not empty is used.
 * @param textFields names of the text fields
 */
export const toListQuery = (params: ListParams = {}, textFields: readonly string[] = []) => ({
  page: emptyToUndefined(params['current']),
  pageSize: emptyToUndefined(params['size']),
  status: fromStatus(emptyToUndefined(params['status'])?.toString()),
  search: textFields.map((field) => emptyToUndefined(params[field])).findLast((text) => text !== undefined),
});
