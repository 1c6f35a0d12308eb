import type { ListQuery, Page, SortOrder } from '@portcullis/application';
import type { Counts, FilteredQuery, ValueCount } from '@portcullis/application/internal/ports/lists';
import { compareCodePoints, type CategoryPath } from '@portcullis/domain/internal/conditions/condition-operators';
import { permits, type AttributeValues } from '@portcullis/domain/internal/conditions/evaluate-condition';

/** A text that lists sort as people read it. */
interface ReadText {
  readonly read: string;
}

export type SortKey = string | number | bigint | Date | ReadText | null;

/** Returns the sort key of a text that lists sort as people read it, without regard to code points. */
export const asRead = (text: string | null): SortKey => (text === null ? null : { read: text });

/** The order of the collation `und-x-icu`, which is also that of English. */
const collator = new Intl.Collator('en');

/** Returns the sort keys of an item. A later key decides only if all earlier keys are equal. */
type SortKeysOf<Item> = (item: Item) => SortKey | readonly SortKey[];

/** The fields of an item whose values can be sort keys. */
type Sortable<Item> = { [Name in keyof Item]: Item[Name] extends SortKey ? Name : never }[keyof Item];

/** The sort keys of sort fields. Default: the value of the field, if it can be a sort key. */
type SortRules<Item, SortField extends string> = Readonly<
  Partial<Record<SortField, SortKeysOf<Item>>> & Record<Exclude<SortField, Sortable<Item>>, SortKeysOf<Item>>
>;

/** The rules for sorting, searching and filtering one kind of entity. */
export interface ListRules<Item, SortField extends string, Query> {
  readonly sort: SortRules<Item, SortField>;
  readonly defaultSort: { readonly by: SortField; readonly order: SortOrder };
  /** Returns the texts that a search looks into. */
  readonly searched?: (item: Item) => readonly (string | null)[];
  readonly matches?: (item: Item, query: Query) => boolean;
  /** Returns the attributes that the filter of a query compares. Default: the item. */
  readonly attributesOf?: (item: Item) => AttributeValues;
  readonly pathOf?: CategoryPath;
  /** The sort fields whose missing values come last in both orders. */
  readonly nullsLast?: readonly SortField[];
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
  Query extends ListQuery<SortField> & FilteredQuery,
>(items: Iterable<Item>, query: Query, rules: ListRules<Item, SortField, Query>): Page<Item> {
  const { page, pageSize, sortBy } = query;
  const { defaultSort, nullsLast = [] } = rules;
  const sort: Readonly<Partial<Record<SortField, SortKeysOf<Item>>>> = rules.sort;
  const keysOf = (item: Item, field: SortField): readonly SortKey[] =>
    [sort[field] === undefined ? fieldOf(item, field) : sort[field](item)].flat();
  const order = query.sortOrder ?? (sortBy === undefined ? defaultSort.order : 'asc');
  const by = query.sort ?? [{ by: sortBy ?? defaultSort.by, order }];
  const compare = (a: Item, b: Item): number => {
    for (const key of by) {
      const [left, right] = [a, b].map((item) => keysOf(item, key.by));
      const sign = compareKeys(left ?? [], right ?? []);
      const isMissing = nullsLast.includes(key.by) && [left, right].some((each) => each?.includes(null));
      if (sign !== 0) return key.order === 'asc' || isMissing ? sign : -sign;
    }
    const sign = compareKeys([a.id], [b.id]);
    return by.at(-1)?.order === 'desc' ? -sign : sign;
  };
  const found = matchingItems(items, query, rules).toSorted(compare);
  return { items: found.slice((page - 1) * pageSize, page * pageSize), total: found.length, page, pageSize };
}

function fieldOf(item: object, field: string): SortKey {
  const value: SortKey = Reflect.get(item, field);
  return value;
}

/** Returns the items of all pages, in any order. */
export function matchingItems<Item extends { readonly id: string }, SortField extends string, Query extends ItemQuery>(
  items: Iterable<Item>,
  query: Query,
  { searched = () => [], matches = () => true, attributesOf = asAttributes, pathOf }: ListRules<Item, SortField, Query>,
): readonly Item[] {
  const { search, ids, filter } = query;
  return [...items].filter(
    (item) =>
      (ids === undefined || ids.includes(item.id)) &&
      matches(item, query) &&
      (search === undefined || contains(searched(item), search)) &&
      (filter === undefined ||
        permits(filter, { resource: attributesOf(item), subject: {}, ...(pathOf !== undefined && { pathOf }) })),
  );
}

type ItemQuery = Pick<ListQuery<string>, 'search' | 'ids'> & FilteredQuery;

/** Values that no attribute can have are never compared. */
const asAttributes = (item: object): AttributeValues => Object.fromEntries(Object.entries(item));

/** Counts items by a value, the most frequent first. */
export function countsBy<Item>(items: readonly Item[], valueOf: (item: Item) => ValueCount['value']): Counts {
  const byValue = new Map<ValueCount['value'], number>();
  for (const value of items.map(valueOf)) byValue.set(value, (byValue.get(value) ?? 0) + 1);
  const counts = [...byValue].map(([value, count]) => ({ value, count }));
  const sorted = counts.toSorted((a, b) => compareKeys([-a.count, textOf(a.value)], [-b.count, textOf(b.value)]));
  return { total: items.length, counts: sorted.slice(0, 1000) };
}

const textOf = (value: ValueCount['value']): string | null => (value === null ? null : String(value));

/** Sorts rows by their keys, in the same way as `ORDER BY`. */
export const sortedBy = <Item>(items: Iterable<Item>, keys: (item: Item) => readonly SortKey[]): Item[] =>
  [...items].toSorted((a, b) => compareKeys(keys(a), keys(b)));

/** Compares two lists of keys. Null is greater than every other key. */
function compareKeys(a: readonly SortKey[], b: readonly SortKey[]): number {
  for (const [index, left] of a.entries()) {
    const sign = compareTwo(left, b[index] ?? null);
    if (sign !== 0) return sign;
  }
  return 0;
}

const isRead = (key: SortKey): key is ReadText => typeof key === 'object' && key !== null && 'read' in key;

/** Texts that are not `asRead` are compared by code points. */
function compareTwo(left: SortKey, right: SortKey): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  if (isRead(left) && isRead(right))
    return collator.compare(left.read, right.read) || compareCodePoints(left.read, right.read);
  if (typeof left === 'string' && typeof right === 'string') return compareCodePoints(left, right);
  return Number(left > right) - Number(left < right);
}

const contains = (texts: readonly (string | null)[], search: string): boolean =>
  texts.some((text) => text?.toLowerCase().includes(search.toLowerCase()));
