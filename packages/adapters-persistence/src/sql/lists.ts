import type { ListQuery, Page } from '@portcullis/application';
import { hasKeptTotal, nearRows, pageStatement, type Contains, type ListSource } from './list-statements.ts';
import type { Reader } from '../postgres/reader.ts';
import type { Statement } from '../postgres/prepared-statements.ts';

type Query<SortField extends string, Filter extends string> = ListQuery<SortField> &
  Partial<Readonly<Record<Filter, unknown>>>;

interface Counted {
  /** Of items on all pages. */
  readonly total: number;
}

/** A page that may be larger than this, in bytes, gets a connection for itself: it would hold up what comes after it. */
const largestBriefPage = 1024 * 1024;

/** Makes the reader of one list: a page and its total, by one statement. */
export function listOf<Item extends object, SortField extends string, Filter extends string>(
  source: ListSource<SortField, Filter>,
): (reader: Reader, query: Query<SortField, Filter>) => Promise<Page<Item>> {
  const prepared = new Map<string, Statement>();
  const names = Object.keys(source.filters).filter((name): name is Filter => name in source.filters);
  return async (reader, query) => {
    const { page, pageSize, search } = query;
    const filters = names.filter((name) => query[name] !== undefined);
    const criteria = [
      ...filters.map((name) => criterionOf(source.filters[name], query[name])),
      ...(search === undefined ? [] : [searchFor(search)]),
    ];
    const conditions = criteria.map(({ condition }) => condition);
    const searched = search !== undefined || filters.some((name) => typeof source.filters[name] !== 'string');
    const by = query.sortBy ?? source.defaultSort.by;
    const order = query.sortOrder ?? (query.sortBy === undefined ? source.defaultSort.order : 'asc');
    const skipped = (page - 1) * pageSize;
    const shape = { filters, conditions, searched, by, order, isNear: skipped + pageSize <= nearRows };
    const isKept = hasKeptTotal(source, shape);
    const usesPipeline = isKept && shape.isNear && pageSize * source.rowBytes <= largestBriefPage;
    const key = [...conditions, by, order, shape.isNear, usesPipeline].join(' ');
    const statement = prepared.get(key) ?? { ...pageStatement(source, shape), usesPipeline };
    prepared.set(key, statement);
    const { rows, whole } = await reader.answer<Item, Counted>(statement, [
      pageSize,
      skipped,
      ...criteria.map(({ value }) => value),
      // The total is kept under the value as text.
      ...(isKept ? filters.map((name) => String(query[name])) : []),
    ]);
    return { items: rows, total: whole?.total ?? 0, page, pageSize };
  };
}

/** A condition, in which `?` stands for the value. */
interface Criterion {
  readonly condition: string;
  readonly value: unknown;
}

function criterionOf(filter: string | Contains, value: unknown): Criterion {
  if (typeof filter === 'string') return { condition: filter, value };
  const search = searchFor(String(value));
  return { ...search, condition: `${search.condition} AND ${filter.containedIn} ILIKE ?` };
}

/** The search for a text that occurs anywhere in `search_text`; its characters match literally. */
const searchFor = (text: string): Criterion => ({
  condition: isIndexed(text) ? 't.search_text ILIKE ?' : `(t.search_text || '') ILIKE ?`,
  value: `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`,
});

/**
 * Whether the index of trigrams helps to find a text: it needs three letters or digits in a row. For other texts PostgreSQL
 * would read the whole index in vain, so the column is hidden from it in an expression.
 */
const isIndexed = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);
