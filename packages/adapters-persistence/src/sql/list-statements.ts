import { createHash } from 'node:crypto';
import type { SortOrder } from '@portcullis/application';
import { isRow, type Statement } from '../postgres/prepared-statements.ts';

/** The source of a list. Its texts become SQL, so they never come from a client. */
export interface ListSource<SortField extends string, Filter extends string> {
  readonly table: string;
  /** The select list over the alias `t`. */
  readonly columns: string;
  /** Size of the longest row that the rules of its fields allow, in bytes, roughly. */
  readonly rowBytes: number;
  /** The expressions over `t` that each named field sorts by. */
  readonly sort: Readonly<Record<SortField, string | readonly string[]>>;
  /** The condition over `t` that each filter adds; `?` stands for its value. */
  readonly filters: Readonly<Record<Filter, string | Contains>>;
  /**
   * Set if triggers keep the number of rows of the table in `totals`: `true` for all rows, `by` if they keep it for each
   * value of that filter too. Without it every total is counted.
   */
  readonly keptTotals?: true | { readonly by: Filter };
  readonly defaultSort: { readonly by: SortField; readonly order: SortOrder };
}

/** A filter for text that occurs anywhere in one of the columns that the table's `search_text` holds, case ignored. */
export interface Contains {
  /** The column over `t`. */
  readonly containedIn: string;
}

/** The parts of a request for a list that decide its statement. */
export interface ListShape<SortField extends string, Filter extends string> {
  readonly filters: readonly Filter[];
  /** The conditions of the filters, in their order, and of the search; `?` stands for the value of each. */
  readonly conditions: readonly string[];
  /** Whether text is searched for. */
  readonly searched: boolean;
  readonly by: SortField;
  readonly order: SortOrder;
  /** Whether the page ends at or before row `nearRows`. */
  readonly isNear: boolean;
}

/** A page that ends at or before this row is read in order; it takes about as long as one row found by its key. */
export const nearRows = 300;

/** Whether the table `totals` has the total that is asked for. */
export const hasKeptTotal = <SortField extends string, Filter extends string>(
  { keptTotals }: ListSource<SortField, Filter>,
  { filters, searched }: Pick<ListShape<SortField, Filter>, 'filters' | 'searched'>,
): boolean => {
  if (keptTotals === undefined || searched) return false;
  return filters.every((name) => keptTotals !== true && name === keptTotals.by);
};

/** The first parameters of every list: the number of items, and the number of items before them. */
const size = '$1::bigint';
const skipped = '$2::bigint';
const firstCondition = 3;

/**
 * Returns the statement of one page and its total. Parameters: the two above, the value of each filter and of the search,
 * and where the total is kept the value of its filter again, as text.
 */
export function pageStatement<SortField extends string, Filter extends string>(
  source: ListSource<SortField, Filter>,
  shape: ListShape<SortField, Filter>,
): Statement {
  const { table, columns } = source;
  const { filters, conditions, searched, by, order, isNear } = shape;
  const numbered = conditions.map((condition, index) => condition.replaceAll('?', `$${firstCondition + index}`));
  const rows: Rows = {
    from: `${table} t ${numbered.length === 0 ? '' : `WHERE ${numbered.join(' AND ')}`}`,
    sort: [source.sort[by], 't.id'].flat(),
    order,
  };
  const isKept = hasKeptTotal(source, shape);
  const keyed = filters.length === 0 ? '' : `AND key = $${firstCondition + filters.length}`;
  const kept = `SELECT coalesce(sum(total), 0)::bigint AS total FROM totals WHERE list = '${table}' ${keyed}`;
  const text =
    isKept && isNear
      ? nearPage(rows, columns, kept)
      : pageOfIds(rows, { table, columns }, isKept ? idsFromEitherEnd(rows, kept) : counted(rows, searched));
  // PostgreSQL cuts names at 63 bytes; a digest keeps two statements apart whatever their filters.
  return { name: `${table} list ${createHash('sha1').update(text).digest('hex').slice(0, 16)}`, text };
}

const counted = (rows: Rows, searched: boolean): string => (searched ? idsOfMatches(rows) : idsFromIndex(rows));

/**
 * The rows are read in order. The inner LIMIT is a constant for the planner, which expects a tenth of the table for a LIMIT
 * that is a parameter and would sort all of it. The select list stands outside, where it is not evaluated for rows that are
 * skipped. The outer join returns the total where the page is empty.
 */
const nearPage = ({ from, sort, order }: Rows, columns: string, kept: string): string => `
  SELECT kept.total::int AS "~total", page.* FROM (${kept}) kept LEFT JOIN (SELECT true AS "${isRow}", ${columns}
    FROM (SELECT t.* FROM (SELECT t.* FROM ${from} ORDER BY ${ordered(sort, order)} LIMIT ${nearRows}) t
      LIMIT ${size} OFFSET ${skipped}) t) page ON true`;

/**
 * The ids are paged on an index and the rows of the page joined after, so that a far page reads index entries and not rows.
 * They are joined as an array, for which the planner expects few rows. `page` has the total and the ids, in one row.
 */
const pageOfIds = (
  { sort, order }: Rows,
  { table, columns }: Readonly<Record<'table' | 'columns', string>>,
  page: string,
) =>
  `WITH ${page} SELECT page.total::int AS "~total", t.id AS "${isRow}", ${columns}
    FROM page LEFT JOIN ${table} t ON t.id = ANY (page.ids) ORDER BY ${ordered(sort, order)}`;

interface Rows {
  /** The table under the alias `t`, and the condition. */
  readonly from: string;
  /** Expressions over `t`, the last of them the id. */
  readonly sort: readonly string[];
  readonly order: SortOrder;
}

/** A page past the middle is read from the end, so that the last page costs as little as the first. */
const idsFromEitherEnd = ({ from, sort, order }: Rows, kept: string): string => `
  counted AS (${kept}),
  way AS (SELECT total,
    CASE WHEN 2 * ${skipped} < total THEN ${size} ELSE 0 END AS ahead,
    CASE WHEN 2 * ${skipped} < total THEN 0 ELSE greatest(least(${size}, total - ${skipped}), 0) END AS back,
    greatest(total - ${skipped} - ${size}, 0) AS behind FROM counted),
  page AS (SELECT total, array(
    (SELECT t.id FROM ${from} ORDER BY ${ordered(sort, order)}
      LIMIT (SELECT ahead FROM way) OFFSET ${skipped})
    UNION ALL
    (SELECT t.id FROM ${from} ORDER BY ${ordered(sort, opposite[order])}
      LIMIT (SELECT back FROM way) OFFSET (SELECT behind FROM way))) AS ids FROM counted)`;

/** The page is read in order. The matching rows are counted unless the page is the last, whose end is the total. */
const idsFromIndex = ({ from, sort, order }: Rows): string => `
  read AS MATERIALIZED (SELECT array(SELECT t.id FROM ${from}
    ORDER BY ${ordered(sort, order)} LIMIT ${size} OFFSET ${skipped}) AS ids),
  page AS (SELECT ids, CASE
    WHEN cardinality(ids) < ${size} AND (cardinality(ids) > 0 OR ${skipped} = 0) THEN ${skipped} + cardinality(ids)
    ELSE (SELECT count(*) FROM ${from}) END AS total FROM read)`;

/** Matching is expensive, so the matching ids are computed once, then counted and sorted. */
function idsOfMatches({ from, sort, order }: Rows): string {
  const keys = sort.map((_expression, index) => `key${index}`);
  return `
  found AS MATERIALIZED (SELECT ${sort.map((expression, index) => `${expression} AS ${keys[index]}`).join(', ')} FROM ${from}),
  page AS (SELECT (SELECT count(*) FROM found) AS total, array(SELECT ${keys.at(-1)} FROM found
    ORDER BY ${ordered(keys, order)} LIMIT ${size} OFFSET ${skipped}) AS ids)`;
}

const ordered = (keys: readonly string[], order: SortOrder): string => keys.map((key) => `${key} ${order}`).join(', ');

const opposite: Readonly<Record<SortOrder, SortOrder>> = { asc: 'desc', desc: 'asc' };
