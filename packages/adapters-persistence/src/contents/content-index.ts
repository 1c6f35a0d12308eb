import { setImmediate } from 'node:timers/promises';
import { isMarkdown, type Content } from '@portcullis/domain/internal/contents/content';
import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import {
  isCjk,
  searchedParts,
  searchFields,
  searchWords,
  type SearchedPart,
} from '@portcullis/domain/internal/contents/search';
import { Utf8Text } from '@portcullis/domain/internal/names/text';
import type { EntityManager } from 'typeorm';
import { fieldLetters } from './content-lexemes.ts';
import { sql, type Statement } from '../postgres/reader.ts';
import type { OpenedTransaction } from '../resource-store.ts';
import { execute } from '../sql/transaction.ts';

/**
 * Maximum number of parts of a long content that one transaction indexes. Indexing more parts could exceed the timeout
 * of the transaction.
 */
const partsAtOnce = 4;
/**
 * Maximum total size, in bytes, of the texts that the background task for indexing reads in one batch. A content with
 * larger texts is read alone.
 */
const bytesAtOnce = 4 * 1024 * 1024;
/** Number of words to process before yielding to the event loop. Processing them takes a few milliseconds. */
const wordsAtOnce = 10_000;

/**
 * Number of the part of a long content that contains its title, its summary and its tags. This part is short, so that a
 * change of them does not rewrite the lexemes of a body. A content with only one part has them in part 0.
 */
const headPart = -1;

const nextParts = sql`SELECT content_id AS id, next_part AS "nextPart", only_head AS "isOnlyHead" FROM search_queue
    WHERE content_id = ANY ($1)`;

interface QueuedContent {
  readonly id: ContentId;
  readonly nextPart: number;
  /** Whether only the part `headPart` has to be indexed, because the other parts have not changed. */
  readonly isOnlyHead: boolean;
}

// The queue is read in the order of its index, because an index scan skips deleted rows faster than a table scan.
const queued = sql`SELECT id FROM (
      SELECT id, row_number() OVER (ORDER BY id) AS number,
        sum(coalesce(octet_length(content_md), 0) + coalesce(octet_length(content_html), 0)) OVER (ORDER BY id) AS bytes
      FROM (SELECT content_id AS id FROM search_queue ORDER BY content_id LIMIT $1) first JOIN contents USING (id)) sized
    WHERE number = 1 OR bytes <= $2::bigint ORDER BY id`;
const dequeue = sql`DELETE FROM search_queue WHERE content_id = ANY ($1)`;
const proceed = sql`UPDATE search_queue SET next_part = next_part + ${partsAtOnce} WHERE content_id = ANY ($1)`;

const followLanguage = sql`UPDATE search_settings SET language = current_setting('default_text_search_config')
    WHERE language <> current_setting('default_text_search_config') RETURNING language`;
const queueAll = sql`INSERT INTO search_queue (content_id) SELECT id FROM contents ON CONFLICT (content_id) DO UPDATE
    SET next_part = 0, only_head = false`;

/**
 * An SQL expression for the stems of the words in the column `added.stemmed` of the statement `addParts`. Each word has
 * a letter from `fieldLetters` as a prefix. The stem of the word has the same letter in upper case as a prefix. The
 * list is empty if the search language has no stemming (`simple`).
 */
const stems = `CASE WHEN current_setting('default_text_search_config') LIKE '%simple' THEN '{}' ELSE array(
  SELECT upper(letter) || stem FROM unnest('{${fieldLetters.join()}}'::text[]) letter,
    unnest(tsvector_to_array(to_tsvector(array_to_string(
      array(SELECT substr(word, 2) FROM unnest(string_to_array(added.stemmed, ' ')) word WHERE left(word, 1) = letter), ' ')))) stem) END`;
const addParts = sql`INSERT INTO content_search (content_id, part, is_long, status, publish_at, unpublish_at, category_id, created_at, lexemes)
    SELECT c.id, added.part, added.is_long, c.status, c.publish_at, c.unpublish_at, c.category_id, c.created_at,
      array_to_tsvector(string_to_array(added.words, ' ')) || array_to_tsvector(${stems}) ||
      array_to_tsvector(array(SELECT 't' || tag_id FROM content_tags
        WHERE content_id = c.id AND added.part = CASE WHEN added.is_long THEN ${headPart} ELSE 0 END))
    FROM unnest($1::uuid[], $2::int[], $3::boolean[], $4::text[], $5::text[]) added (id, part, is_long, words, stemmed)
      JOIN contents c USING (id)
    ON CONFLICT (content_id, part) DO UPDATE SET is_long = excluded.is_long, lexemes = excluded.lexemes`;

/** A part of a content as stored in the search index. */
interface IndexedPart {
  readonly id: ContentId;
  readonly part: number;
  readonly isLong: boolean;
  readonly words: readonly string[];
}

/**
 * Indexes the next parts of each given content that is in the search queue. The caller must have stored and locked the
 * contents.
 */
export async function addToIndex(
  db: EntityManager,
  contents: readonly Content[],
  awaitAtCommit: OpenedTransaction['awaitAtCommit'],
): Promise<void> {
  const rows = await execute<QueuedContent>(db, nextParts, [contents.map(({ id }) => id)]);
  if (rows.length === 0) return;
  const queuedById = new Map(rows.map((row) => [row.id, row]));
  const parts: IndexedPart[] = [];
  const complete: ContentId[] = [];
  const incomplete: ContentId[] = [];
  for (const content of contents) {
    const entry = queuedById.get(content.id);
    if (entry === undefined) continue;
    if (entry.isOnlyHead) parts.push(await headOf(content));
    const isComplete = entry.isOnlyHead || (await indexParts(content, entry.nextPart, parts));
    (isComplete ? complete : incomplete).push(content.id);
  }
  const write = (statement: Statement, values: readonly unknown[]) => awaitAtCommit(execute(db, statement, values));
  write(addParts, [
    parts.map(({ id }) => id),
    parts.map(({ part }) => part),
    parts.map(({ isLong }) => isLong),
    // Words contain only letters, digits and marks, so a space can separate them.
    parts.map(({ words }) => words.join(' ')),
    parts.map(({ words }) => words.filter((word) => !isCjk(word.slice(1))).join(' ')),
  ]);
  if (complete.length > 0) write(dequeue, [complete]);
  if (incomplete.length > 0) write(proceed, [incomplete]);
}

/**
 * Appends at most `partsAtOnce` parts of a content to `indexed`, beginning with the part number `nextPart`. The first
 * part has the number 0. The part with the number `headPart` of a long content is appended together with it.
 * @returns whether the last part was appended
 */
async function indexParts(content: Content, nextPart: number, indexed: IndexedPart[]): Promise<boolean> {
  const { id } = content;
  const parts = partsOf(content);
  let part = parts.next();
  for (let index = 0; part.done !== true; index += 1) {
    if (index === nextPart + partsAtOnce) return false;
    const following = parts.next();
    const isLong = index > 0 || following.done !== true;
    let text = part.value;
    if (index === 0 && isLong) {
      if (nextPart === 0) indexed.push(await headOf(content));
      text = { ...text, title: '', summary: '' };
    }
    if (index >= nextPart) indexed.push({ id, part: index, isLong, words: await lexemesOf(text) });
    part = following;
  }
  return true;
}

/** Returns the part of a long content that contains its title and its summary. */
async function headOf({ id, title, summary }: Content): Promise<IndexedPart> {
  const words = await lexemesOf({ title, summary: summary ?? '', heading: '', body: '' });
  return { id, part: headPart, isLong: true, words };
}

function partsOf({ contentHtml: html, ...content }: Content): Generator<SearchedPart> {
  const isSearched = !isMarkdown(content.editorType) || content.contentMd === null;
  const contentHtml = html instanceof Utf8Text ? (isSearched ? new TextDecoder().decode(html.bytes) : null) : html;
  return searchedParts({ ...content, contentHtml });
}

/**
 * Returns the lexemes of a part. Each word is returned with the letter of its field as a prefix, and again with the
 * letter of each later field in `searchFields`.
 */
async function lexemesOf(part: SearchedPart): Promise<readonly string[]> {
  const lexemes = new Set<string>();
  let words = 0;
  for (const [rank, field] of searchFields.entries()) {
    for (const word of searchWords(part[field])) {
      for (const letter of fieldLetters.slice(rank)) lexemes.add(letter + word);
      words += 1;
      if (words % wordsAtOnce === 0) await setImmediate();
    }
  }
  return [...lexemes];
}

/**
 * Returns the ids of at most `limit` contents in the search queue, in ascending order. There are fewer if their texts
 * would exceed `bytesAtOnce`. If SEARCH_LANGUAGE has changed since the last call, all contents are first added to the
 * queue.
 */
export async function queuedContents(db: EntityManager, limit: number): Promise<readonly ContentId[]> {
  if ((await execute(db, followLanguage, [])).length > 0) await execute(db, queueAll, []);
  return (await execute<{ id: ContentId }>(db, queued, [limit, bytesAtOnce])).map(({ id }) => id);
}
