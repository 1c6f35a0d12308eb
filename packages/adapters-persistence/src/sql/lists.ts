import type { ListQuery, Page } from '@portcullis/application';
import {
  hasKeptTotal,
  nearRows,
  pageStatement,
  type Condition,
  type Contains,
  type ListSource,
} from './list-statements.ts';
import type { Reader, Statement } from '../postgres/reader.ts';
import { itemsOf } from './joined-rows.ts';

type Query<SortField extends string, Filter extends string> = ListQuery<SortField> &
  Partial<Readonly<Record<Filter, unknown>>>;

interface Counted {
  /** Number of items on all pages. */
  readonly total: number;
}

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
  const names = Object.keys(source.filters).filter((name): name is Filter => name in source.filters);
  return async (reader, query, restriction) => {
    const { page, pageSize, search, ids } = query;
    const filters = names.filter((name) => query[name] !== undefined);
    const criteria = [
      ...filters.map((name) => criterionOf(source.filters[name], query[name])),
      ...(search === undefined ? [] : [searchFor(search)]),
      ...(ids === undefined ? [] : [{ condition: 't.id = ANY (?::uuid[])', value: ids }]),
      ...(restriction === undefined ? [] : [restriction]),
    ];
    const conditions = criteria.map(({ condition }) => condition);
    const searched = search !== undefined || filters.some((name) => isContains(source.filters[name]));
    const by = query.sortBy ?? source.defaultSort.by;
    const order = query.sortOrder ?? (query.sortBy === undefined ? source.defaultSort.order : 'asc');
    const skipped = (page - 1) * pageSize;
    const isRestricted = restriction !== undefined || ids !== undefined;
    const shape = { filters, conditions, searched, isRestricted, by, order, isNear: skipped + pageSize <= nearRows };
    const isKept = hasKeptTotal(source, shape);
    const { mayUsePipeline = true } = source;
    const usesPipeline = mayUsePipeline && isKept && shape.isNear && pageSize * source.rowBytes <= maxPipelinedBytes;
    const key = [...conditions, by, order, shape.isNear, usesPipeline].join(' ');
    const statement = prepared.get(key) ?? { ...pageStatement(source, shape), usesPipeline };
    prepared.set(key, statement);
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
