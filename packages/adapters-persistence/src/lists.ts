import type { ListQuery, Page } from '@portcullis/application';
import type { Reader } from './statements.ts';

/** What a list reads from; all of it text of ours, never a client's. */
export interface ListSource<SortField extends string, Filter extends string> {
  /** Also begins the statements' names. */
  readonly table: string;
  /** The select list over the alias `t`. */
  readonly columns: string;
  /** The expression over `t` that each named field sorts by. */
  readonly sort: Record<SortField, string>;
  /** The condition over `t` that each filter adds; `?` stands for its value. */
  readonly filters: Record<Filter, string>;
  readonly defaultSort: { readonly by: SortField; readonly order: 'asc' | 'desc' };
}

type Filters<Filter extends string> = Partial<Readonly<Record<Filter, unknown>>>;

/**
 * Reads one page, and its total unless the page itself tells it. Ids are paged first, on the index, and the rows of the
 * page joined after, so that a far page costs index entries and not rows.
 */
export async function readPage<Item extends object, SortField extends string, Filter extends string>(
  reader: Reader,
  { table, columns, sort, filters, defaultSort }: ListSource<SortField, Filter>,
  query: ListQuery<SortField> & Filters<Filter>,
): Promise<Page<Item>> {
  const { page, pageSize, search } = query;
  const used = namesOf(filters).filter((name) => query[name] !== undefined);
  const values: unknown[] = used.map((name) => query[name]);
  const conditions = used.map((name, index) => filters[name].replaceAll('?', `$${index + 1}`));
  if (search !== undefined) {
    values.push(`%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`);
    conditions.push(`t.search_text ILIKE $${values.length}`);
  }
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const by = query.sortBy ?? defaultSort.by;
  const order = query.sortOrder ?? (query.sortBy === undefined ? defaultSort.order : 'asc');
  const orderBy = `ORDER BY ${sort[by]} ${order}, t.id ${order}`;
  const key = `${table} ${used.join(' ')}${search === undefined ? '' : ' search'}`;
  const items = await reader.rows<Item>(
    {
      name: `${key} by ${by} ${order}`,
      text: `SELECT ${columns} FROM (SELECT t.id FROM ${table} t ${where} ${orderBy}
        LIMIT $${values.length + 1} OFFSET $${values.length + 2}) paged JOIN ${table} t USING (id) ${orderBy}`,
    },
    [...values, pageSize, (page - 1) * pageSize],
  );
  const told = items.length < pageSize && (page === 1 || items.length > 0);
  const total = told
    ? (page - 1) * pageSize + items.length
    : await count(
        reader,
        { name: `${key} count`, text: `SELECT count(*)::int AS total FROM ${table} t ${where}` },
        values,
      );
  return { items, total, page, pageSize };
}

async function count(
  reader: Reader,
  statement: { name: string; text: string },
  values: readonly unknown[],
): Promise<number> {
  return (await reader.row<{ total: number }>(statement, values))?.total ?? 0;
}

const namesOf = <Name extends string>(record: Record<Name, unknown>): Name[] => Object.keys(record) as Name[];
