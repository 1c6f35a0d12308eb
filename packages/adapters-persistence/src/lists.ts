import { createHash } from 'node:crypto';
import type { ListQuery, Page, SortOrder } from '@portcullis/application';
import type { Reader, Statement } from './statements.ts';

/** What a list reads from; all of it text of ours, never a client's. */
export interface ListSource<SortField extends string, Filter extends string> {
  readonly table: string;
  /** The select list over the alias `t`. */
  readonly columns: string;
  /** The expressions over `t` that each named field sorts by. */
  readonly sort: Readonly<Record<SortField, string | readonly string[]>>;
  /** The condition over `t` that each filter adds; `?` stands for its value. */
  readonly filters: Readonly<Record<Filter, string>>;
  readonly defaultSort: { readonly by: SortField; readonly order: SortOrder };
}

type Query<SortField extends string, Filter extends string> = ListQuery<SortField> &
  Partial<Readonly<Record<Filter, unknown>>>;

interface ListStatements {
  readonly page: Statement;
  readonly count: Statement;
}

/**
 * Makes the reader of one list: a page, and its total unless the page itself tells it. Ids are paged first, on the index,
 * and the rows of the page joined after, so that a far page costs index entries and not rows.
 */
export function listOf<Item extends object, SortField extends string, Filter extends string>(
  source: ListSource<SortField, Filter>,
): (reader: Reader, query: Query<SortField, Filter>) => Promise<Page<Item>> {
  const prepared = new Map<string, ListStatements>();
  const names = Object.keys(source.filters).filter((name): name is Filter => name in source.filters);
  return async (reader, query) => {
    const { page, pageSize, search } = query;
    const filters = names.filter((name) => query[name] !== undefined);
    const by = query.sortBy ?? source.defaultSort.by;
    const order = query.sortOrder ?? (query.sortBy === undefined ? source.defaultSort.order : 'asc');
    const key = [...filters, search === undefined ? '' : 'search', by, order].join(' ');
    const statements = prepared.get(key) ?? listStatements(source, filters, search !== undefined, by, order);
    prepared.set(key, statements);
    const values = [
      ...filters.map((name): unknown => query[name]),
      ...(search === undefined ? [] : [containing(search)]),
    ];
    const skipped = (page - 1) * pageSize;
    const items = await reader.rows<Item>(statements.page, [...values, pageSize, skipped]);
    const isLast = items.length < pageSize && (page === 1 || items.length > 0);
    const total = isLast
      ? skipped + items.length
      : ((await reader.row<{ total: number }>(statements.count, values))?.total ?? 0);
    return { items, total, page, pageSize };
  };
}

function listStatements<SortField extends string, Filter extends string>(
  { table, columns, sort, filters }: ListSource<SortField, Filter>,
  used: readonly Filter[],
  searches: boolean,
  by: SortField,
  order: SortOrder,
): ListStatements {
  const conditions = used.map((name, index) => filters[name].replaceAll('?', `$${index + 1}`));
  if (searches) conditions.push(`t.search_text ILIKE $${used.length + 1}`);
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const keys = [sort[by], 't.id'].flat().map((key) => `${key} ${order}`);
  const orderBy = `ORDER BY ${keys.join(', ')}`;
  const next = conditions.length + 1;
  return {
    page: named(
      table,
      // An array, not a join: a plan for any LIMIT expects a tenth of the table, and would read all of it to join.
      `SELECT ${columns} FROM ${table} t WHERE t.id = ANY (array(
         SELECT t.id FROM ${table} t ${where} ${orderBy} LIMIT $${next} OFFSET $${next + 1})) ${orderBy}`,
    ),
    count: named(table, `SELECT count(*)::int AS total FROM ${table} t ${where}`),
  };
}

/** PostgreSQL cuts names at 63 bytes; a digest keeps two statements apart whatever their filters. */
const named = (table: string, text: string): Statement => ({
  name: `${table} list ${createHash('sha1').update(text).digest('hex').slice(0, 16)}`,
  text,
});

/** The LIKE pattern of a text that occurs anywhere; its characters match literally. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
