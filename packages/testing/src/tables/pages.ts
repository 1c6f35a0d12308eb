import type { ListQuery, Page, SortOrder } from '@portcullis/application';

export type SortKey = string | number | Date | null;

/** The rules for sorting, searching and filtering one kind of entity. */
export interface ListRules<Item, SortField extends string, Query> {
  /** The sort keys of each sort field. A later key decides only if all earlier keys are equal. */
  readonly sort: Readonly<Record<SortField, (item: Item) => SortKey | readonly SortKey[]>>;
  readonly defaultSort: { readonly by: SortField; readonly order: SortOrder };
  /** Returns the texts that a search looks into. */
  readonly searched?: (item: Item) => readonly (string | null)[];
  readonly matches?: (item: Item, query: Query) => boolean;
}

/** Returns whether a value equals a filter. Every value matches an undefined filter. */
export const matchesFilter = <T>(wanted: T | undefined, value: T): boolean => wanted === undefined || wanted === value;

/** Returns whether a text contains a filter, ignoring case. Every text matches an undefined filter. */
export const containsText = (wanted: string | undefined, text: string | null): boolean =>
  wanted === undefined || contains([text], wanted);

/** Filters and sorts `items` and returns one page, in the same way as the database. */
export function pageOf<
  Item extends { readonly id: string },
  SortField extends string,
  Query extends ListQuery<SortField>,
>(items: Iterable<Item>, query: Query, rules: ListRules<Item, SortField, Query>): Page<Item> {
  const { page, pageSize, search, sortBy, ids } = query;
  const { sort, defaultSort, searched = () => [], matches = () => true } = rules;
  const keys = sort[sortBy ?? defaultSort.by];
  const order = query.sortOrder ?? (sortBy === undefined ? defaultSort.order : 'asc');
  const compare = (a: Item, b: Item): number => compareKeys([keys(a), a.id].flat(), [keys(b), b.id].flat());
  const found = [...items]
    .filter((item) => ids === undefined || ids.includes(item.id))
    .filter((item) => matches(item, query) && (search === undefined || contains(searched(item), search)))
    .toSorted((a, b) => (order === 'asc' ? compare(a, b) : compare(b, a)));
  return { items: found.slice((page - 1) * pageSize, page * pageSize), total: found.length, page, pageSize };
}

/** Sorts rows by their keys, in the same way as `ORDER BY`. */
export const sortedBy = <Item>(items: Iterable<Item>, keys: (item: Item) => readonly SortKey[]): Item[] =>
  [...items].toSorted((a, b) => compareKeys(keys(a), keys(b)));

/**
 * Compares two lists of keys. Texts are compared by UTF-16 code unit, and null is greater than every other key. The
 * order of texts equals that of COLLATE "C", except for characters above U+FFFF.
 */
function compareKeys(a: readonly SortKey[], b: readonly SortKey[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? null;
    if (left === null && right === null) continue;
    if (left === null) return 1;
    if (right === null || left < right) return -1;
    if (left > right) return 1;
  }
  return 0;
}

const contains = (texts: readonly (string | null)[], search: string): boolean =>
  texts.some((text) => text?.toLowerCase().includes(search.toLowerCase()));
