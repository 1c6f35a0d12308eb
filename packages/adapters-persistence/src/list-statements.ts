import { createHash } from 'node:crypto';
import type { SortOrder } from '@portcullis/application';
import { isRow } from './prepared.ts';
import type { Statement } from './statements.ts';

/** What a list reads from; all of it text of ours, never a client's. */
export interface ListSource<SortField extends string, Filter extends string> {
  /** One whose total the database keeps. */
  readonly table: string;
  /** The select list over the alias `t`. */
  readonly columns: string;
  /** Size of the longest row that the rules of its fields allow, in bytes, roughly. */
  readonly rowBytes: number;
  /** The expressions over `t` that each named field sorts by. */
  readonly sort: Readonly<Record<SortField, string | readonly string[]>>;
  /** The condition over `t` that each filter adds; `?` stands for its value. */
  readonly filters: Readonly<Record<Filter, string | Contains>>;
  /** The filter by whose values the database keeps the total apart. */
  readonly keptBy?: Filter;
  readonly defaultSort: { readonly by: SortField; readonly order: SortOrder };
}

/** A filter for text that occurs anywhere in one of the columns that the table's `search_text` holds, case ignored. */
export interface Contains {
  /** The column over `t`. */
  readonly containedIn: string;
}

/** What a list is asked for. */
export interface ListShape<SortField extends string, Filter extends string> {
  readonly filters: readonly Filter[];
  /** The conditions of the filters, in their order, and of the search; `?` stands for the value of each. */
  readonly conditions: readonly string[];
  /** Whether text is searched for. */
  readonly searched: boolean;
  readonly by: SortField;
  readonly order: SortOrder;
}

/** Whether the database keeps the total: of the whole list, and of what `keptBy` alone lets through. */
export const isKept = <SortField extends string, Filter extends string>(
  { keptBy }: ListSource<SortField, Filter>,
  { filters, searched }: Pick<ListShape<SortField, Filter>, 'filters' | 'searched'>,
): boolean => !searched && filters.every((name) => name === keptBy);

/** The parameters that every list begins with: how many items, after how many. */
const size = '$1::bigint';
const skipped = '$2::bigint';
const firstCondition = 3;

/**
 * The statement of one page and its total. Ids are paged first, on an index, and the rows of the page joined after, so
 * that a far page costs index entries and not rows. They are joined as an array: a plan for any LIMIT expects a tenth of
 * the table, and would read all of it to join. Parameters: the two above, the value of each filter and of the search, and
 * where the total is kept the value of `keptBy` again, as text.
 */
export function pageStatement<SortField extends string, Filter extends string>(
  source: ListSource<SortField, Filter>,
  shape: ListShape<SortField, Filter>,
): Statement {
  const { table, columns } = source;
  const { filters, conditions, searched, by, order } = shape;
  const numbered = conditions.map((condition, index) => condition.replaceAll('?', `$${firstCondition + index}`));
  const asked = {
    from: `${table} t ${numbered.length === 0 ? '' : `WHERE ${numbered.join(' AND ')}`}`,
    sort: [source.sort[by], 't.id'].flat(),
    order,
  };
  const key = filters.length === 0 ? '' : `AND key = $${firstCondition + filters.length}`;
  const paged = isKept(source, shape)
    ? fromKept(asked, `list = '${table}' ${key}`)
    : searched
      ? fromFound(asked)
      : fromIndex(asked);
  const text = `WITH ${paged} SELECT page.total::int AS "~total", t.id AS "${isRow}", ${columns}
    FROM page LEFT JOIN ${table} t ON t.id = ANY (page.ids) ORDER BY ${ordered(asked.sort, order)}`;
  // PostgreSQL cuts names at 63 bytes; a digest keeps two statements apart whatever their filters.
  return { name: `${table} list ${createHash('sha1').update(text).digest('hex').slice(0, 16)}`, text };
}

interface Asked {
  /** The table under the alias `t`, and the condition. */
  readonly from: string;
  /** Expressions over `t`, the last of them the id. */
  readonly sort: readonly string[];
  readonly order: SortOrder;
}

// Each of these ends in `page`, whose one row has the total and the ids.

/** The total is known beforehand: a page past the middle is sought from the end, and the last is as near as the first. */
const fromKept = ({ from, sort, order }: Asked, kept: string): string => `
  counted AS (SELECT coalesce(sum(total), 0)::bigint AS total FROM totals WHERE ${kept}),
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

/** The page is read in order; all that matches is counted, unless the page itself tells the total. */
const fromIndex = ({ from, sort, order }: Asked): string => `
  read AS MATERIALIZED (SELECT array(SELECT t.id FROM ${from}
    ORDER BY ${ordered(sort, order)} LIMIT ${size} OFFSET ${skipped}) AS ids),
  page AS (SELECT ids, CASE
    WHEN cardinality(ids) < ${size} AND (cardinality(ids) > 0 OR ${skipped} = 0) THEN ${skipped} + cardinality(ids)
    ELSE (SELECT count(*) FROM ${from}) END AS total FROM read)`;

/** To look at a row for a match is dear: all that matches is found once, counted, and sorted for the page. */
function fromFound({ from, sort, order }: Asked): string {
  const keys = sort.map((_expression, index) => `key${index}`);
  return `
  found AS MATERIALIZED (SELECT ${sort.map((expression, index) => `${expression} AS ${keys[index]}`).join(', ')} FROM ${from}),
  page AS (SELECT (SELECT count(*) FROM found) AS total, array(SELECT ${keys.at(-1)} FROM found
    ORDER BY ${ordered(keys, order)} LIMIT ${size} OFFSET ${skipped}) AS ids)`;
}

const ordered = (keys: readonly string[], order: SortOrder): string => keys.map((key) => `${key} ${order}`).join(', ');

const opposite: Readonly<Record<SortOrder, SortOrder>> = { asc: 'desc', desc: 'asc' };
