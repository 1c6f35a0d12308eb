/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Number of items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
}

/** Whether a list begins with the lowest or with the highest value. */
export type SortOrder = 'asc' | 'desc';

/**
 * The query of a list. Items with equal sort values are sorted by id, so that no item is missing or repeated between
 * pages.
 */
export interface ListQuery<SortField extends string> {
  /** The first page is 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Text that must occur in one of the searched fields, ignoring case. `%`, `_` and `\` have no special meaning. */
  readonly search?: string;
  /** Only items with one of these ids. */
  readonly ids?: readonly string[];
  readonly sortBy?: SortField;
  readonly sortOrder?: SortOrder;
}
