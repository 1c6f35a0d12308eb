import type { SortOrder } from '@portcullis/application';
import type { Reaches, SortKey } from '@portcullis/application/internal/ports/lists';
import type { ConditionColumns } from '../conditions/compile-condition.ts';
import { statementOf, type Statement } from '../postgres/reader.ts';

/** Describes a list. The texts in the description become SQL, so they must not come from a client. */
export interface ListSource<SortField extends string, Filter extends string> {
  readonly table: string;
  /** The select list. The table has the alias `t`. */
  readonly columns: string;
  /** Approximate maximum size of a row in bytes, given the limits of its fields. */
  readonly rowBytes: number;
  /** Whether a short page may be read on a pipelined connection. Default: true. */
  readonly mayUsePipeline?: boolean;
  /** The SQL expressions of each sort field. The table has the alias `t`. */
  readonly sort: Readonly<Record<SortField, string | readonly string[]>>;
  /** The sort fields whose missing values come last in both orders. Default: PostgreSQL puts them first in falling order. */
  readonly nullsLast?: readonly SortField[];
  /** Returns where the attributes are stored that the condition `filter` of a query compares. Default: there are none. */
  readonly attributes?: (reaches: Reaches | undefined) => ConditionColumns;
  /** The SQL condition of each filter. The table has the alias `t`, and `?` is the placeholder for the value. */
  readonly filters: Readonly<Record<Filter, Condition | Contains>>;
  /**
   * Set if triggers store totals of the list in the table `totals`. `true` means that only the total of all rows is
   * stored. With `by`, each value of that filter also has a stored total. If absent, every total is counted when it is
   * read.
   */
  readonly storedTotals?:
    | true
    | {
        readonly by: Filter;
        /** An SQL expression that is added to the stored total of a value. `?` is the placeholder for the value. */
        readonly correction?: string;
      };
  readonly defaultSort: { readonly by: SortField; readonly order: SortOrder };
}

/**
 * A condition, or two mutually exclusive alternatives. A row must fulfil one of the alternatives. PostgreSQL can use a
 * separate index for each alternative, but could not do so if they were combined with OR.
 */
export type Condition = string | readonly [string, string];

/** A filter for text that occurs anywhere in a column, ignoring case. The column must be part of `search_text`. */
export interface Contains {
  /** The column, prefixed with the alias `t` of the table. */
  readonly containedIn: string;
}

/** The parts of a list query that determine its statement. */
export interface ListShape<SortField extends string, Filter extends string> {
  readonly filters: readonly Filter[];
  /**
   * The conditions of the filters, in the order of `filters`, followed by the condition of the search. `?` is the
   * placeholder for each value.
   */
  readonly conditions: readonly Condition[];
  /** Whether the query has a text search. */
  readonly searched: boolean;
  /** Whether the total can be read from the table `totals`. */
  readonly isKept: boolean;
  readonly sort: readonly SortKey<SortField>[];
  /** Whether the page ends at or before row `nearRows`. */
  readonly isNear: boolean;
}

/**
 * A page that ends at or before this row and has a stored total is read in the order of the list. This takes about as
 * long as a primary-key lookup.
 */
export const nearRows = 300;

/** One row for each value of `by`, with the number of its rows and the number of all rows. The most frequent come first. */
export const countStatement = (table: string, conditions: readonly Condition[], by: string): string =>
  `SELECT value, count, sum(count) OVER ()::int AS total FROM (
    SELECT ${by} AS value, count(*)::int AS count FROM ${fromClause(table, conditions, '', 1)} GROUP BY 1) counted
    ORDER BY count DESC, value::text COLLATE "C" LIMIT ${mostCounts}`;

/** The next rows in the order of their ids. The last parameter is the number of rows. */
export const pageAfterStatement = (table: string, columns: string, conditions: readonly Condition[]): string =>
  `SELECT ${columns} FROM ${fromClause(table, conditions, '', 1)} ORDER BY t.id LIMIT $${conditions.length + 1}`;

/** Maximum number of values that are counted separately. */
const mostCounts = 1000;

/** The first two parameters of every list statement: the page size and the number of items before the page. */
const size = '$1::bigint';
const skipped = '$2::bigint';
const firstCondition = 3;

/**
 * Returns the statement for one page and its total. The parameters are `size`, `skipped`, and the values of the filters
 * and of the search. If the total of a filtered list is read from `totals`, the value of the filter follows again
 * as text.
 */
export function pageStatement<SortField extends string, Filter extends string>(
  source: ListSource<SortField, Filter>,
  shape: ListShape<SortField, Filter>,
): Statement {
  const { table, columns } = source;
  const { filters, conditions, searched, isKept, isNear } = shape;
  const sort = orderOf(source, shape.sort);
  const rows: Rows = {
    from: fromClause(table, conditions),
    inOrder: (keys, limit = '') => {
      const ordering = `ORDER BY ${ordered(keys)} ${limit}`;
      return `${fromClause(table, conditions, ordering)} ${ordering}`;
    },
    sort,
  };
  const keyed = filters.length === 0 ? '' : `AND key = $${firstCondition + filters.length}`;
  const correction = correctionOf(source, filters);
  const kept = `SELECT (coalesce(sum(total), 0) ${correction})::bigint AS total FROM totals WHERE list = '${table}' ${keyed}`;
  const text =
    isKept && isNear
      ? nearPage(rows, columns, kept)
      : pageOfIds(rows, { table, columns }, isKept ? idsFromEitherEnd(rows, kept) : counted(rows, searched));
  return statementOf(text);
}

/**
 * Returns a FROM clause with the rows of the table that fulfil the conditions. The table has the alias `t`, and the
 * parameters have the order of the conditions. A condition with two alternatives needs two queries. If `ordering` is
 * given, each query is sorted. PostgreSQL then merges the results and stops at the limit, instead of reading and
 * sorting all rows.
 */
function fromClause(
  table: string,
  conditions: readonly Condition[],
  ordering = '',
  firstNumber = firstCondition,
): string {
  const numbered = conditions.map((condition, index) =>
    [condition].flat().map((each) => each.replaceAll('?', `$${firstNumber + index}`)),
  );
  const where = (alternative: number): string =>
    numbered.length === 0 ? '' : `WHERE ${numbered.map((each) => each[alternative] ?? each[0]).join(' AND ')}`;
  if (numbered.every((each) => each.length === 1)) return `${table} t ${where(0)}`;
  const alternative = (number: number): string => `(SELECT t.* FROM ${table} t ${where(number)} ${ordering})`;
  return `(${alternative(0)} UNION ALL ${alternative(1)}) t`;
}

/** Returns the correction of a stored total, or an empty string if the total counts all rows or has no correction. */
function correctionOf<SortField extends string, Filter extends string>(
  { storedTotals }: ListSource<SortField, Filter>,
  filters: readonly Filter[],
): string {
  if (typeof storedTotals !== 'object' || storedTotals.correction === undefined || filters.length === 0) return '';
  return `+ ${storedTotals.correction.replaceAll('?', `$${firstCondition}`)}`;
}

const counted = (rows: Rows, searched: boolean): string => (searched ? idsOfMatches(rows) : idsFromIndex(rows));

/**
 * Reads the rows in the order of the list. The inner LIMIT is a constant. With a parameter as the limit, the planner
 * would expect a tenth of the table and sort all rows. The select list is in the outer query, so that it is not
 * evaluated for skipped rows. The outer join returns the total even if the page is empty.
 */
const nearPage = ({ inOrder, sort }: Rows, columns: string, kept: string): string => `
  SELECT kept.total::int AS total, page.* FROM (${kept}) kept LEFT JOIN (SELECT ${columns}
    FROM (SELECT t.* FROM (SELECT t.* FROM ${inOrder(sort, `LIMIT ${nearRows}`)}) t
      LIMIT ${size} OFFSET ${skipped}) t) page ON true`;

/**
 * Joins the ids that the query `page` selects with their rows. Without a text search, `page` selects the ids with an
 * index, so that only index entries are read for skipped items. The ids are an array, because the planner expects few
 * rows for an array.
 * @param page the definition of a query `page`, which returns one row with the total and the ids
 */
const pageOfIds = ({ sort }: Rows, { table, columns }: Readonly<Record<'table' | 'columns', string>>, page: string) =>
  `WITH ${page} SELECT page.total::int AS total, ${columns}
    FROM page LEFT JOIN ${table} t ON t.id = ANY (page.ids) ORDER BY ${ordered(sort)}`;

interface Rows {
  /** The FROM and WHERE clauses. The table has the alias `t`. */
  readonly from: string;
  /**
   * The FROM and WHERE clauses, followed by an ORDER BY clause with `keys` and by `limit`, a LIMIT clause with a
   * constant. If the limit is not a constant, `limit` is omitted, and the caller appends a LIMIT clause.
   */
  readonly inOrder: (keys: readonly OrderKey[], limit?: string) => string;
  /** The last key is the id. */
  readonly sort: readonly OrderKey[];
}

interface OrderKey {
  /** The table has the alias `t`. */
  readonly sql: string;
  readonly order: SortOrder;
  readonly nulls: '' | ' NULLS FIRST' | ' NULLS LAST';
}

function orderOf<SortField extends string>(
  { sort, nullsLast = [] }: Pick<ListSource<SortField, never>, 'sort' | 'nullsLast'>,
  sortKeys: readonly SortKey<SortField>[],
): readonly OrderKey[] {
  const keys = sortKeys.flatMap(({ by, order }) =>
    [sort[by]].flat().map((sql): OrderKey => {
      const nulls = order === 'desc' && nullsLast.includes(by) ? ' NULLS LAST' : '';
      return { sql, order, nulls };
    }),
  );
  return [...keys, { sql: 't.id', order: keys.at(-1)?.order ?? 'asc', nulls: '' }];
}

/**
 * Selects the ids of the page. If the page is in the second half of the list, the ids are read from the end of the
 * list. The last page is therefore as fast as the first.
 */
const idsFromEitherEnd = ({ inOrder, sort }: Rows, kept: string): string => `
  counted AS (${kept}),
  way AS (SELECT total,
    CASE WHEN 2 * ${skipped} < total THEN ${size} ELSE 0 END AS ahead,
    CASE WHEN 2 * ${skipped} < total THEN 0 ELSE greatest(least(${size}, total - ${skipped}), 0) END AS back,
    greatest(total - ${skipped} - ${size}, 0) AS behind FROM counted),
  page AS (SELECT total, array(
    (SELECT t.id FROM ${inOrder(sort)}
      LIMIT (SELECT ahead FROM way) OFFSET ${skipped})
    UNION ALL
    (SELECT t.id FROM ${inOrder(sort.map(opposite))}
      LIMIT (SELECT back FROM way) OFFSET (SELECT behind FROM way))) AS ids FROM counted)`;

/**
 * Reads the page in the order of the list and counts the matching rows. If the page is neither full nor empty, it is
 * the last page. The number of its last row is then the total, and no count is needed. If the first page is empty, the
 * total is 0.
 */
const idsFromIndex = ({ from, inOrder, sort }: Rows): string => `
  read AS MATERIALIZED (SELECT array(SELECT t.id FROM ${inOrder(sort)}
    LIMIT ${size} OFFSET ${skipped}) AS ids),
  page AS (SELECT ids, CASE
    WHEN cardinality(ids) < ${size} AND (cardinality(ids) > 0 OR ${skipped} = 0) THEN ${skipped} + cardinality(ids)
    ELSE (SELECT count(*) FROM ${from}) END AS total FROM read)`;

/** Matching is expensive, so the matching ids are computed once, then counted and sorted. */
function idsOfMatches({ from, sort }: Rows): string {
  const keys = sort.map((key, index) => ({ ...key, sql: `key${index}` }));
  return `
  found AS MATERIALIZED (SELECT ${sort.map(({ sql }, index) => `${sql} AS key${index}`).join(', ')} FROM ${from}),
  page AS (SELECT (SELECT count(*) FROM found) AS total, array(SELECT ${keys.at(-1)?.sql} FROM found
    ORDER BY ${ordered(keys)} LIMIT ${size} OFFSET ${skipped}) AS ids)`;
}

const ordered = (keys: readonly OrderKey[]): string =>
  keys.map(({ sql, order, nulls }) => `${sql} ${order}${nulls}`).join(', ');

const opposite = ({ sql, order, nulls }: OrderKey): OrderKey => ({
  sql,
  order: order === 'asc' ? 'desc' : 'asc',
  nulls: nulls === '' ? '' : ' NULLS FIRST',
});
