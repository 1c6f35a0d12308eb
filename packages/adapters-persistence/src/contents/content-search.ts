import type { ContentSearchQuery, FoundContent, FoundContents } from '@portcullis/application/internal/ports/contents';
import type { TagId } from '@portcullis/domain/internal/shared/ids';
import {
  isCjk,
  matchesTerm,
  searchFields,
  searchTerms,
  searchWords,
} from '@portcullis/domain/internal/contents/search';
import { rankQueries, termQueries, type ExpandedTerm } from './content-lexemes.ts';
import { itemsOf, type Reader, sql, type Statement, statementOf } from '../postgres/reader.ts';
import { publicOrReached } from './content-conditions.ts';
import { currentStatus } from '../sql/schedule.ts';

/**
 * Number of characters that are read from the beginning of a body. Matches in the rest of the body are not highlighted.
 */
const bodyStart = 10_000;

/**
 * Reads the stem of each word of a search, and the tags whose names contain one of the words as a substring. The caller
 * then discards the tags whose words do not match a term.
 */
const expansion = sql`SELECT stems.list AS stems, t.id, t.name
    FROM (SELECT CASE WHEN current_setting('default_text_search_config') NOT LIKE '%simple' THEN array(
      SELECT (tsvector_to_array(to_tsvector(word)))[1] FROM unnest($1::text[]) WITH ORDINALITY each (word, at) ORDER BY at)
      END AS list) stems
    LEFT JOIN tags t ON normalize(t.name_key, NFKC) LIKE ANY ($2::text[])`;

/** Returns those of the words $1 that have one of the stems $2. */
export const wordsWithStems = sql`SELECT word FROM unnest($1::text[]) word
    WHERE tsvector_to_array(to_tsvector(word)) && $2::text[]`;

const below = `array(WITH RECURSIVE below AS (SELECT $8::uuid AS id
  UNION SELECT c.id FROM categories c JOIN below ON c.parent_id = below.id) SELECT id FROM below)`;
/**
 * The condition that a row `t` of the table `content_search` has the requested status and is in the requested category
 * or below it. The status and the category in this table are copies of those in the table `contents`.
 */
const isWanted = (reached: string): string =>
  `($7::text IS NULL OR ${currentStatus} = $7) AND ($8::uuid IS NULL OR t.category_id = ANY (${below})) ${reached}`;

/** Maximum number of the newest rows that are tested for a match if the terms are frequent. */
const newestRows = 2000;
/**
 * Estimated cost of testing one row, relative to the cost of sorting one match. The requested page needs the `needed`
 * newest matches. With `total` matches among `reltuples` rows, about `needed * reltuples / total` tests find them. The
 * terms are frequent if these tests cost less than sorting `total` matches.
 */
const testCost = 6;

/** Selects, for each rank, the matching rows on the requested page and on the pages before it, newest first. */
const ofRank = (
  rows: string,
  condition: string,
  limit: string,
): string => `SELECT wanted.rank, match.* FROM wanted CROSS JOIN LATERAL (
  SELECT t.content_id, t.created_at FROM (${rows}) t WHERE ${condition} ORDER BY t.created_at DESC, t.content_id DESC LIMIT ${limit}) match`;

/**
 * Returns an SQL expression for the number of short contents (contents with only one part) that match at the given rank
 * or a better one.
 */
const countUpTo = (rank: string, wanted: string): string => `(SELECT count(*) FROM content_search t
  WHERE NOT t.is_long AND t.lexemes @@ ($3::text[])[${rank}]::tsquery AND ${wanted})`;

/**
 * A content matches if every term is found in it. A long content has several parts, and its terms may be in different
 * parts. The rank of a content is the smallest number n for which all terms are found in the first n fields of
 * `searchFields`.
 *
 * A content that matches at one rank also matches at all later ranks, so the query for the last rank gives the total.
 * The matches of one rank after another are counted until they fill the requested page. Only the matches of the counted
 * ranks are sorted. For frequent terms, testing the newest contents is faster than sorting all matches. If the newest
 * contents do not have enough matches, all matches are sorted. These steps read only short contents. All matching long
 * contents are read, and added to the total and to the sorted matches.
 */
const searchText = (columns: string, reached: string): string => {
  const wanted = isWanted(reached);
  const isMatch = `t.lexemes @@ wanted.matching AND ${wanted}`;
  return `WITH RECURSIVE counts AS (
      SELECT 1 AS rank, ${countUpTo('1', wanted)} AS total
      UNION ALL SELECT rank + 1, ${countUpTo('rank + 1', wanted)} FROM counts
        WHERE rank < ${searchFields.length} AND total < $1::bigint + $2::bigint),
    wanted AS MATERIALIZED (
      SELECT rank, matching, needed, total::float8 ^ 2 > ${testCost} * needed * (
          SELECT reltuples FROM pg_class WHERE oid = 'content_search'::regclass) AS "isFrequent"
        FROM (SELECT rank, total - before AS total, least(total, $1::bigint + $2::bigint) - before AS needed,
            CASE WHEN rank = 1 THEN upto ELSE upto && !!($3::text[])[rank - 1]::tsquery END AS matching
          FROM (SELECT rank, total, lag(total, 1, 0::bigint) OVER (ORDER BY rank) AS before,
            ($3::text[])[rank]::tsquery AS upto FROM counts) counted) each
        WHERE needed > 0),
    newest AS MATERIALIZED (${ofRank(
      `SELECT * FROM content_search WHERE NOT is_long ORDER BY created_at DESC, content_id DESC LIMIT ${newestRows}`,
      isMatch,
      'CASE WHEN wanted."isFrequent" THEN wanted.needed ELSE 0 END',
    )}),
    sorted AS MATERIALIZED (${ofRank(
      `SELECT content_id, created_at FROM content_search t WHERE NOT t.is_long AND ${isMatch} OFFSET 0`,
      'true',
      'CASE WHEN wanted.needed > (SELECT count(*) FROM newest WHERE rank = wanted.rank) THEN wanted.needed ELSE 0 END',
    )}),
    long AS MATERIALIZED (
      SELECT min(rank)::int AS rank, content_id, created_at FROM (
        SELECT t.content_id, t.created_at, query.rank FROM unnest($4::int[], $5::int[], $6::text[]) query (rank, term, text)
          JOIN content_search t ON t.is_long AND t.lexemes @@ query.text::tsquery WHERE ${wanted}
          GROUP BY t.content_id, t.created_at, query.rank HAVING count(DISTINCT query.term) = cardinality($4) / ${searchFields.length}
        ) parts GROUP BY content_id, created_at),
    page AS MATERIALIZED (
      SELECT * FROM newest UNION SELECT * FROM sorted UNION SELECT * FROM long
        ORDER BY rank, created_at DESC, content_id DESC LIMIT $1::bigint OFFSET $2::bigint)
    SELECT counted.total, item.* FROM (
        SELECT (coalesce((SELECT total FROM counts WHERE rank = ${searchFields.length}), ${countUpTo(String(searchFields.length), wanted)})
          + (SELECT count(*) FROM long))::int AS total) counted
      LEFT JOIN (SELECT ${columns}, ${searchFields.length} + 1 - page.rank AS score,
          array(SELECT name FROM content_tags JOIN tags ON tags.id = tag_id WHERE content_id = t.id ORDER BY name COLLATE "C") AS "tagNames",
          html.stored AS "isHtml", left(CASE WHEN html.stored THEN t.content_html ELSE t.content_md END, ${bodyStart}) AS "bodyStart"
        FROM page JOIN contents t ON t.id = page.content_id
          CROSS JOIN LATERAL (SELECT t.editor_type = 'RICHTEXT' OR t.content_md IS NULL AS stored) html) item ON true
      ORDER BY item.score DESC, item."createdAt" DESC, item.id DESC`;
};

/**
 * Returns the statement of a search.
 * @param reach the condition of the reader in SQL, with the parameter $9; undefined if the reader may read all contents
 */
function searchStatement(columns: string, reach: string | undefined): Statement {
  const reached = reach === undefined ? '' : `AND t.content_id IN (SELECT t.id FROM contents t WHERE ${reach})`;
  return statementOf(searchText(columns, reached));
}

interface Counted {
  readonly total: number;
}

interface FoundTag {
  readonly id: TagId;
  readonly name: string;
}

interface Expansion {
  /** The stem of each word, which is null for a stop word. The list is null if the language has no stemming. */
  readonly stems: readonly (string | null)[] | null;
}

/**
 * Returns the function that searches contents.
 * @param columns the select list for a found content; the table `contents` has the alias `t`
 */
export function contentSearch(columns: string): (reader: Reader, query: ContentSearchQuery) => Promise<FoundContents> {
  const unrestricted = searchStatement(columns, undefined);
  return async (anyReader, { q, page, pageSize, status, categoryId, tagId, reach }) => {
    const reader = anyReader.pinned();
    const terms = await expand(reader, q);
    const queries = termQueries(terms, tagId);
    const numbered = queries.flatMap((each, rank) => each.map((text, term) => ({ rank: rank + 1, term, text })));
    const reached = reach && publicOrReached(reach, '$9');
    const statement = reached ? searchStatement(columns, orOf(reached.condition)) : unrestricted;
    const rows = await reader.rows<FoundContent & Counted>(statement, [
      pageSize,
      (page - 1) * pageSize,
      rankQueries(queries),
      numbered.map(({ rank }) => rank),
      numbered.map(({ term }) => term),
      numbered.map(({ text }) => text),
      status,
      categoryId,
      ...(reached ? [reached.value] : []),
    ]);
    const stems = terms.flatMap(({ stem }) => stem ?? []);
    return {
      items: itemsOf<FoundContent, Counted>(rows, 'total', 'id'),
      total: rows[0]?.total ?? 0,
      page,
      pageSize,
      stems,
    };
  };
}

const orOf = (alternatives: readonly string[]): string => `(${alternatives.map((each) => `(${each})`).join(' OR ')})`;

async function expand(reader: Reader, q: string): Promise<readonly ExpandedTerm[]> {
  const terms = searchTerms(q);
  const rows = await reader.rows<FoundTag & Expansion>(expansion, [
    terms.map(({ word }) => word),
    terms.map(({ word }) => `%${word}%`),
  ]);
  const tags = itemsOf<FoundTag, Expansion>(rows, 'stems', 'id').map(({ id, name }) => ({
    id,
    words: new Set(searchWords(name)),
  }));
  return terms.map((term, index) => ({
    ...term,
    stem: isCjk(term.word) ? undefined : (rows[0]?.stems?.[index] ?? undefined),
    tags: tags.filter(({ words }) => matchesTerm(term, words)).map(({ id }) => id),
  }));
}
