import type { ListQuery, Page } from '@portcullis/application';
import type { FilteredQuery, PageAfter, SortKey, ValueCount } from '@portcullis/application/internal/ports/lists';
import type { Condition as DomainCondition } from '@portcullis/domain/internal/conditions/condition';
import { compileCondition, type ConditionColumns } from '../conditions/compile-condition.ts';
import {
  countStatement,
  nearRows,
  pageAfterStatement,
  pageStatement,
  type Condition,
  type Contains,
  type ListSource,
} from './list-statements.ts';
import { statementOf, itemsOf, type Reader, type Statement } from '../postgres/reader.ts';

/** Which items are listed, on any page and in any order. */
type CountQuery<Filter extends string> = Pick<ListQuery<string>, 'search' | 'ids'> &
  FilteredQuery &
  Partial<Readonly<Record<Filter, unknown>>>;

type Query<SortField extends string, Filter extends string> = ListQuery<SortField> & CountQuery<Filter>;

interface Counted {
  /** Number of items on all pages. */
  readonly total: number;
}

/** The SQL expressions of the sort fields for the times of an item. */
export const timeSort = { createdAt: 't.created_at', updatedAt: 't.updated_at' };

/**
 * Maximum size in bytes of a page that is read on a pipelined connection. A larger page would delay later statements.
 */
const maxPipelinedBytes = 1024 * 1024;

/**
 * Returns a function that reads one page of a list and its total with one statement. The list can be restricted by a
 * further condition, whose total is counted.
 * @example
 * import { EntitySchema } from 'typeorm';
 *
 * interface Label {
 *   readonly id: Id<'Label'>;
 *   readonly name: string;
 *   readonly createdAt: Date;
 *   readonly updatedAt: Date;
 * }
 * const labels = new EntitySchema<Label>({
 *   name: 'acme_labels',
 *   columns: { id: column.id, name: column.text, ...column.timestamps },
 * });
 * const list = listOf<Label, 'name', never>({
 *   table: 'acme_labels',
 *   columns: column.columnsOf(labels, 't'),
 *   rowBytes: 1000,
 *   sort: { name: 't.name COLLATE "C"' },
 *   filters: {},
 *   defaultSort: { by: 'name', order: 'asc' },
 * });
 * const readLabels = (reader: Reader): Promise<Page<Label>> => list(reader, { page: 1, pageSize: 20 });
 */
export function listOf<Item extends { readonly id: string }, SortField extends string, Filter extends string>(
  source: ListSource<SortField, Filter>,
): (reader: Reader, query: Query<SortField, Filter>, restriction?: Criterion) => Promise<Page<Item>> {
  const prepared = new Map<string, Statement>();
  return async (reader, query, restriction) => {
    const { page, pageSize, search, ids, sort = [sortOf(source, query)], filter } = query;
    const filters = filtersOf(source, query);
    const criteria = criteriaOf(source, query, restriction);
    const conditions = criteria.map(({ condition }) => condition);
    const searched = search !== undefined || filters.some((name) => isContains(source.filters[name]));
    const skipped = (page - 1) * pageSize;
    const isRestricted = [restriction, ids, filter].some((each) => each !== undefined);
    const isKept = !searched && !isRestricted && hasKeptTotal(source, filters);
    const shape = { filters, conditions, searched, isKept, sort, isNear: skipped + pageSize <= nearRows };
    const { mayUsePipeline = true } = source;
    const usesPipeline = mayUsePipeline && isKept && shape.isNear && pageSize * source.rowBytes <= maxPipelinedBytes;
    const key = [...conditions, ...sort.flatMap(({ by, order }) => [by, order]), shape.isNear, usesPipeline].join(' ');
    const statement = preparedOnce(prepared, key, () => ({ ...pageStatement(source, shape), usesPipeline }));
    const rows = await reader.rows<Item & Counted>(statement, [
      pageSize,
      skipped,
      ...criteria.map(({ value }) => value),
      // The keys of totals have the type text.
      ...(isKept ? filters.map((name) => String(query[name])) : []),
    ]);
    return { items: itemsOf<Item, Counted>(rows, 'total', 'id'), total: rows[0]?.total ?? 0, page, pageSize };
  };
}

/**
 * Returns a function that counts the items of a list by the values of an SQL expression, under the same filters.
 * @param by the table has the alias `t`
 */
export function countsOf<SortField extends string, Filter extends string>(source: ListSource<SortField, Filter>) {
  const prepared = new Map<string, Statement>();
  return async (reader: Reader, query: CountQuery<Filter>, by: string, restriction?: Criterion) => {
    const criteria = criteriaOf(source, query, restriction);
    const text = countStatement(
      source.table,
      criteria.map(({ condition }) => condition),
      by,
    );
    const statement = preparedOnce(prepared, text, () => statementOf(text));
    const rows = await reader.rows<ValueCount & Counted>(
      statement,
      criteria.map(({ value }) => value),
    );
    return { total: rows[0]?.total ?? 0, counts: rows.map(({ value, count }) => ({ value, count })) };
  };
}

/**
 * Returns a function that reads the items of a list in the order of their ids, under the same filters. Each call reads the
 * items after an id, so that a list of any length can be read in parts.
 */
export function pagesOf<Item extends object, SortField extends string, Filter extends string>(
  source: ListSource<SortField, Filter>,
) {
  const prepared = new Map<string, Statement>();
  return (
    reader: Reader,
    query: CountQuery<Filter>,
    { limit, after = firstId }: PageAfter,
  ): Promise<readonly Item[]> => {
    const criteria = [...criteriaOf(source, query, undefined), { condition: 't.id > ?::uuid', value: after }];
    const conditions = criteria.map(({ condition }) => condition);
    const statement = preparedOnce(prepared, conditions.join(' '), () =>
      statementOf(pageAfterStatement(source.table, source.columns, conditions)),
    );
    return reader.rows<Item>(statement, [...criteria.map(({ value }) => value), limit]);
  };
}

/** Every id of an item is greater. */
const firstId = '00000000-0000-0000-0000-000000000000';

/** Clients choose the form of filters, so only this number of statements of a list is prepared. */
const mostPrepared = 500;

/** Returns the statement with a key. A statement without a name is not prepared, so that it leaves nothing behind. */
function preparedOnce(prepared: Map<string, Statement>, key: string, make: () => Statement): Statement {
  const existing = prepared.get(key);
  if (existing !== undefined) return existing;
  const statement = make();
  if (prepared.size >= mostPrepared) return { ...statement, name: '' };
  prepared.set(key, statement);
  return statement;
}

function sortOf<SortField extends string>(
  { defaultSort }: Pick<ListSource<SortField, never>, 'defaultSort'>,
  { sortBy, sortOrder }: Pick<ListQuery<SortField>, 'sortBy' | 'sortOrder'>,
): SortKey<SortField> {
  return { by: sortBy ?? defaultSort.by, order: sortOrder ?? (sortBy === undefined ? defaultSort.order : 'asc') };
}

/** Whether the table `totals` has the total of the rows that meet these filters. */
const hasKeptTotal = <SortField extends string, Filter extends string>(
  { storedTotals }: ListSource<SortField, Filter>,
  filters: readonly Filter[],
): boolean => storedTotals !== undefined && filters.every((name) => storedTotals !== true && name === storedTotals.by);

const filtersOf = <Filter extends string>(
  { filters }: Pick<ListSource<never, Filter>, 'filters'>,
  query: CountQuery<Filter>,
): readonly Filter[] =>
  Object.keys(filters)
    .filter((name): name is Filter => name in filters)
    .filter((name) => query[name] !== undefined);

function criteriaOf<SortField extends string, Filter extends string>(
  source: ListSource<SortField, Filter>,
  query: CountQuery<Filter>,
  restriction: Criterion | undefined,
): readonly Criterion[] {
  const { search, ids, filter, reaches } = query;
  return [
    ...filtersOf(source, query).map((name) => criterionOf(source.filters[name], query[name])),
    ...(search === undefined ? [] : [searchFor(search)]),
    ...(ids === undefined ? [] : [{ condition: 't.id = ANY (?::uuid[])', value: ids }]),
    ...(filter === undefined ? [] : [conditionCriterion(filter, source.attributes?.(reaches) ?? {})]),
    ...(restriction === undefined ? [] : [restriction]),
  ];
}

function conditionCriterion(filter: DomainCondition, columns: ConditionColumns): Criterion {
  const { text, value } = compileCondition(filter, columns, '?');
  return { condition: text, value };
}

/** An SQL condition with `?` as the placeholder for the value. */
export interface Criterion {
  readonly condition: Condition;
  readonly value: unknown;
}

const isContains = (filter: Condition | Contains): filter is Contains =>
  typeof filter === 'object' && 'containedIn' in filter;

function criterionOf(filter: Condition | Contains, value: unknown): Criterion {
  if (!isContains(filter)) return { condition: filter, value };
  const search = searchFor(String(value));
  return { ...search, condition: `${search.condition} AND ${filter.containedIn} ILIKE ?` };
}

/**
 * Returns the condition for text that occurs anywhere in `search_text`, and its value with escaped pattern characters.
 */
const searchFor = (text: string) => ({
  condition: isIndexed(text) ? 't.search_text ILIKE ?' : `(t.search_text || '') ILIKE ?`,
  value: `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`,
});

/**
 * Returns whether the trigram index helps to find a text. The index helps only if the text contains three consecutive
 * letters or digits. For other texts, PostgreSQL would scan the complete index, so `searchFor` uses an expression that
 * has no index.
 */
const isIndexed = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);
