import type { Reach } from '@portcullis/domain/internal/access/reach';
import type { Condition } from '@portcullis/domain/internal/conditions/condition';

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

/** Which part of a list is read in the order of the ids. */
export interface PageAfter {
  readonly limit: number;
  /** Only items with greater ids. */
  readonly after?: string | undefined;
}

/** How many items have a value. Null: the value is missing. */
export interface ValueCount {
  readonly value: string | number | boolean | null;
  readonly count: number;
}

/** The number of items of a list, and how many of them have each value of a field. */
export interface Counts {
  readonly total: number;
  /** The most frequent values first, at most 1,000. */
  readonly counts: readonly ValueCount[];
}

/** A field by which a list is sorted. */
export interface SortKey<SortField extends string> {
  readonly by: SortField;
  readonly order: SortOrder;
}

/** What a caller may read of resources, by their names. */
export type Reaches = Readonly<Record<string, Reach>>;

/** The query of a list that can be filtered by a condition. */
export interface FilteredQuery {
  /** Only items for which this condition is true. It has the form that `resolveCondition` returns. */
  readonly filter?: Condition | undefined;
  /** What the filter may compare of the entries to which items refer. Default: nothing. */
  readonly reaches?: Reaches | undefined;
}

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
  /** Sorts by several fields, and replaces `sortBy` and `sortOrder`. The id has the order of the last field. */
  readonly sort?: readonly SortKey<SortField>[] | undefined;
}
