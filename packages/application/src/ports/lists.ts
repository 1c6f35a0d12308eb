/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Number of items on all pages. */
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
}

export type SortOrder = 'asc' | 'desc';

/** What every list takes. Ties are broken by id, so that no page repeats or loses an item. */
export interface ListQuery<SortField extends string> {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Text that must occur in one of the searched fields; case does not count, `%`, `_` and `\` are ordinary. */
  readonly search?: string;
  readonly sortBy?: SortField;
  readonly sortOrder?: SortOrder;
}
