import type {
  ContentFacts,
  ContentSize,
  ContentViews,
  ContentForEditor,
  FeedPicture,
  ReachedContent,
  ContentWithLongFields,
  UnconvertedContent,
} from '@portcullis/application/internal/ports/contents';
import type { ContentView } from '@portcullis/domain/internal/contents/content';
import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import { large, short, type Reader, sql, type Statement } from '../postgres/reader.ts';
import { currentFields, dueCondition, publicCondition } from '../sql/schedule.ts';
import { contentOf, headColumns, tagIds, view } from './content-columns.ts';
import { contentCondition } from './content-conditions.ts';
import { listContents } from './content-list.ts';
import { contentSearch, wordsWithStems } from './content-search.ts';
import { joinSizes, longSizes, type Sized } from './long-fields.ts';
import { readPublished } from './published-contents.ts';

/** Maximum number of missing files that editors learn of. */
const maxBroken = 100;

const findStatement = (key: 'id' | 'slug', ...further: readonly string[]): Statement =>
  short(sql`SELECT ${[view, tagIds, ...further].join(', ')}, ${longSizes} AS sizes
    FROM contents t ${joinSizes} WHERE t.${key} = $1`);
const find = findStatement('id');
const findForEditor = findStatement(
  'id',
  'EXISTS (SELECT FROM working_copies w WHERE w.id = t.id) AS "hasDraft"',
  `array(SELECT r.media_id FROM media_references r WHERE r.content_id = t.id AND NOT r.is_working_copy
    AND NOT EXISTS (SELECT FROM media m WHERE m.id = r.media_id) ORDER BY r.media_id LIMIT ${maxBroken}) AS "brokenMedia"`,
);
const findBySlug = findStatement('slug');
const editorTypeOf = short(sql`SELECT editor_type AS "editorType" FROM contents WHERE id = $1`);
const unconverted = large(sql`SELECT editor_type AS "editorType",
      CASE WHEN content_html IS NULL THEN content_md END AS "contentMd"
    FROM contents WHERE id = $1`);

const sizesOf = sql`SELECT id, coalesce(octet_length(content_md), 0) + coalesce(octet_length(content_html), 0)
      + coalesce(octet_length(content_raw), 0) AS bytes,
      editor_type <> 'RICHTEXT' AND content_md IS NOT NULL AND content_html IS NULL AS "isUnconverted"
    FROM contents WHERE id = ANY ($1)`;

const factsOf = sql`SELECT t.id, t.author_id AS "authorId", ${currentFields.status} AS status, t.category_id AS "categoryId",
      ${tagIds}, t.created_at AS "createdAt", ${currentFields.publishedAt} AS "publishedAt"
    FROM contents t WHERE t.id = ANY ($1)`;

const firstPictures = sql`SELECT asked.id AS "contentId", first.* FROM contents asked CROSS JOIN LATERAL (
      SELECT m.id, m.file_name AS "fileName", m.mime, m.bytes FROM media_references r JOIN media m ON m.id = r.media_id
      WHERE r.content_id = asked.id AND NOT r.is_working_copy AND m.type = 'image' ORDER BY r.place, m.id LIMIT 1) first
    WHERE asked.id = ANY ($1)`;

const due = sql`SELECT t.id FROM contents t WHERE ${dueCondition}
    ORDER BY coalesce(t.publish_at, t.unpublish_at), t.id LIMIT $1`;

const constant = (value: boolean) => ({ text: `${value} AND $2::json IS NOT NULL`, value: '[]' });

/** Each form of a condition has a statement of its own. */
const reachedStatement = (condition: string): Statement =>
  sql`SELECT (${condition}) IS TRUE AS "isReached", ${publicCondition} AS "isPublic" FROM contents t WHERE t.id = $1`;

const search = contentSearch(`${headColumns}, ${tagIds}`);

async function contentBy<Read extends ContentWithLongFields>(
  anyReader: Reader,
  statement: Statement,
  key: string,
): Promise<Read | undefined> {
  const reader = anyReader.pinned();
  return contentOf(reader, await reader.row<Read & Sized>(statement, [key]));
}

export const contentViews = (reader: Reader): ContentViews => ({
  editorTypeOf: async (id) => (await reader.row<Pick<ContentView, 'editorType'>>(editorTypeOf, [id]))?.editorType,
  unconverted: (id) => reader.row<UnconvertedContent>(unconverted, [id]),
  sizesOf: (ids) => reader.rows<ContentSize>(sizesOf, [ids]),
  find: (id) => contentBy(reader, find, id),
  findForEditor: (id) => contentBy<ContentForEditor>(reader, findForEditor, id),
  findBySlug: (slug) => contentBy(reader, findBySlug, slug),
  published: readPublished(reader),
  due: async (limit) => (await reader.rows<{ id: ContentId }>(due, [limit])).map(({ id }) => id),
  firstPictures: async (ids) => {
    const rows = await reader.rows<FeedPicture & { readonly contentId: ContentId }>(firstPictures, [ids]);
    return new Map(rows.map(({ contentId, ...picture }) => [contentId, picture]));
  },
  list: listContents(reader),
  factsOf: (ids) => reader.rows<ContentFacts>(factsOf, [ids]),
  reached: async (id, reach) => {
    const condition = typeof reach === 'boolean' ? constant(reach) : contentCondition(reach, '$2');
    return reader.row<ReachedContent>(reachedStatement(condition.text), [id, condition.value]);
  },
  search: (query) => search(reader, query),
  wordsWithStems: async (words, stems) =>
    (await reader.rows<{ word: string }>(wordsWithStems, [words, stems])).map(({ word }) => word),
});
