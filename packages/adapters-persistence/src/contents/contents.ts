import { createHash } from 'node:crypto';
import type {
  ContentFacts,
  ContentListItem,
  ContentListQuery,
  ContentRepository,
  ContentSize,
  ContentSortField,
  ContentViews,
  ContentForEditor,
  FeedPicture,
  PublishedContent,
  ReachedContent,
  ContentWithLongFields,
  UnconvertedContent,
} from '@portcullis/application/internal/ports/contents';
import type { ListQuery } from '@portcullis/application/internal/ports/lists';
import type { Content, ContentView } from '@portcullis/domain/internal/content';
import type { ContentId, TagId } from '@portcullis/domain/internal/ids';
import type { Versioned } from '@portcullis/domain/internal/version';
import { EntitySchema, type EntityManager } from 'typeorm';
import { addToIndex, queuedContents } from './content-index.ts';
import { contentCondition, publicOrReached } from './content-conditions.ts';
import { contentColumns, coverColumn } from './content-columns.ts';
import { contentSearch, wordsWithStems } from './content-search.ts';
import { versionedCollectionOf } from '../sql/versioned-collection.ts';
import * as column from '../sql/columns.ts';
import { contentTagLinks } from '../join-tables.ts';
import { linksOf } from '../sql/links.ts';
import { listOf } from '../sql/lists.ts';
import { joinSizes, longFieldsOf, longSizes, shortFields, type LongSizes } from './long-fields.ts';
import { hashedStatement, type QueryResult, type Statement } from '../postgres/prepared-statements.ts';
import { freeSlug } from '../sql/slugs.ts';
import { execute, executeOnly } from '../sql/transaction.ts';
import type { Reader } from '../postgres/reader.ts';
import { columnsOf } from '../sql/columns.ts';
import {
  currentFields,
  currentStatus,
  dueFlags,
  dueCondition,
  publicCondition,
  statusCorrection,
  statusConditions,
} from '../sql/schedule.ts';
import { taken, type ResourceStore } from '../resource-store.ts';

const contents = new EntitySchema<Content>({
  name: 'contents',
  columns: {
    ...contentColumns,
    status: column.text,
    publishedAt: column.optionalTimestamp,
    publishAt: column.optionalTimestamp,
    unpublishAt: column.optionalTimestamp,
    version: column.version,
  },
});

const collection = versionedCollectionOf(contents);
const contentTags = linksOf<ContentId, TagId>(contentTagLinks);

const lockAll = {
  name: 'contents lock all',
  text: `SELECT ${columnsOf(contents, 't')} FROM contents t WHERE t.id = ANY ($1) ORDER BY t.id FOR NO KEY UPDATE`,
};
const removeAll = { name: 'contents remove all', text: 'DELETE FROM contents WHERE id = ANY ($1)' };
const tagsOfAll = {
  name: 'contents tags of all',
  text: `SELECT content_id AS id, array_agg(tag_id ORDER BY tag_id) AS "tagIds"
    FROM content_tags WHERE content_id = ANY ($1) GROUP BY content_id`,
};

const newStatuses =
  'status = n.status, published_at = n.published_at, publish_at = n.publish_at, unpublish_at = n.unpublish_at';
const newTimes = 'unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[]';
const newNames = 'n (id, status, published_at, publish_at, unpublish_at';
const statusesOf = (changed: readonly Content[]): readonly unknown[] => [
  changed.map(({ id }) => id),
  changed.map(({ status }) => status),
  changed.map(({ publishedAt }) => publishedAt),
  changed.map(({ publishAt }) => publishAt),
  changed.map(({ unpublishAt }) => unpublishAt),
];
const saveStatuses = {
  name: 'contents save statuses',
  text: `UPDATE contents t SET ${newStatuses}, updated_at = n.updated_at
    FROM ${newTimes}, $6::timestamptz[]) ${newNames}, updated_at)
    WHERE t.id = n.id RETURNING t.id, t.version, t.updated_at AS "updatedAt"`,
};
/** Sets the version number explicitly. The trigger that increments version numbers ignores updates that change them. */
const saveTransitions = {
  name: 'contents save transitions',
  text: `UPDATE contents t SET ${newStatuses}, version = n.version
    FROM ${newTimes}, $6::int[]) ${newNames}, version) WHERE t.id = n.id`,
};

function contentRepository(db: EntityManager): ContentRepository {
  const { lock, add, save, remove } = collection(db);
  const tags = contentTags(db);
  return {
    lock,
    add: async (content) => {
      await add(content);
      await addToIndex(db, [content]);
    },
    save: async (content, stored) => {
      const saved = await save(content, stored);
      await addToIndex(db, [content]);
      return saved;
    },
    remove,
    saveStatuses: async (changed) => {
      const values = [...statusesOf(changed), changed.map(({ updatedAt }) => updatedAt)];
      const saved = await execute<Versioned & { readonly id: ContentId }>(db, saveStatuses, values);
      return new Map(saved.map(({ id, ...versioned }) => [id, versioned]));
    },
    saveTransitions: (changed) =>
      executeOnly(db, saveTransitions, [...statusesOf(changed), changed.map(({ version }) => version)]),
    lockAll: (ids) => execute<Content>(db, lockAll, [ids]),
    removeAll: (ids) => executeOnly(db, removeAll, [ids]),
    tagsOfAll: async (ids) => {
      const rows = await execute<{ id: ContentId; tagIds: readonly TagId[] }>(db, tagsOfAll, [ids]);
      return new Map(rows.map((row) => [row.id, row.tagIds]));
    },
    queuedForSearch: (limit) => queuedContents(db, limit),
    addToSearch: (added) => addToIndex(db, added),
    tagsOf: async (id) => (await tags.of(id)).toSorted(),
    setTags: tags.set,
    freeSlug: (base) => freeSlug(db, 'contents', base),
  };
}

const tagIds = `array(SELECT ct.tag_id FROM content_tags ct WHERE ct.content_id = t.id ORDER BY ct.tag_id) AS "tagIds"`;
const headFields = [
  'id',
  'title',
  'slug',
  'summary',
  'excerpt',
  'readingMinutes',
  'editorType',
  'categoryId',
  'coverId',
  'authorId',
  'createdAt',
  'updatedAt',
] as const;
const headColumns = [
  columnsOf(contents, 't', headFields),
  ...Object.entries(currentFields).map(([name, expression]) => `${expression} AS "${name}"`),
  coverColumn,
].join(', ');
const view = `${headColumns}, ${shortFields}`;

/** Maximum number of missing files that editors learn of. */
const maxBroken = 100;

const findStatement = (name: string, key: 'id' | 'slug', ...further: readonly string[]): Statement => ({
  name,
  usesPipeline: true,
  text: `SELECT ${[view, tagIds, ...further].join(', ')}, ${longSizes} AS "~sizes" FROM contents t ${joinSizes} WHERE t.${key} = $1`,
});
const find = findStatement('contents find', 'id');
const findForEditor = findStatement(
  'contents find for editor',
  'id',
  'EXISTS (SELECT FROM working_copies w WHERE w.id = t.id) AS "hasDraft"',
  `array(SELECT r.media_id FROM media_references r WHERE r.content_id = t.id AND NOT r.is_working_copy
    AND NOT EXISTS (SELECT FROM media m WHERE m.id = r.media_id) ORDER BY r.media_id LIMIT ${maxBroken}) AS "brokenMedia"`,
);
const findBySlug = findStatement('contents find by slug', 'slug');
const editorTypeOf = {
  name: 'contents editor type',
  usesPipeline: true,
  text: 'SELECT editor_type AS "editorType" FROM contents WHERE id = $1',
};
const unconverted = {
  name: 'contents unconverted',
  hasLargeResult: true,
  text: `SELECT editor_type AS "editorType", CASE WHEN content_html IS NULL THEN content_md END AS "contentMd"
    FROM contents WHERE id = $1`,
};

const sizesOf = {
  name: 'contents sizes',
  text: `SELECT id, coalesce(octet_length(content_md), 0) + coalesce(octet_length(content_html), 0)
      + coalesce(octet_length(content_raw), 0) AS bytes,
      editor_type <> 'RICHTEXT' AND content_md IS NOT NULL AND content_html IS NULL AS "isUnconverted"
    FROM contents WHERE id = ANY ($1)`,
};

const factsOf = {
  name: 'contents facts',
  text: `SELECT t.id, t.author_id AS "authorId", ${currentFields.status} AS status, t.category_id AS "categoryId", ${tagIds},
      t.created_at AS "createdAt", ${currentFields.publishedAt} AS "publishedAt"
    FROM contents t WHERE t.id = ANY ($1)`,
};

const firstPictures = {
  name: 'contents first pictures',
  text: `SELECT asked.id AS "contentId", first.* FROM unnest($1::uuid[]) asked (id) CROSS JOIN LATERAL (
      SELECT m.id, m.file_name AS "fileName", m.mime, m.bytes FROM media_references r JOIN media m ON m.id = r.media_id
      WHERE r.content_id = asked.id AND NOT r.is_working_copy AND m.type = 'image' ORDER BY r.place, m.id LIMIT 1) first`,
};

const due = {
  name: 'contents due',
  text: `SELECT t.id FROM contents t WHERE ${dueCondition} ORDER BY coalesce(t.publish_at, t.unpublish_at), t.id LIMIT $1`,
};

const form = 1;
const release = createHash('md5').update(`${form} ${view}`).digest('hex');

/**
 * The version of a published content, which caches compare, is a hash of these values:
 * - the row version (`xmin`), which changes with every write to the row, and the time of the last update,
 * - whether scheduled transitions of the row are due,
 * - the ids of the linked tags, and the row version of the picture,
 * - the list of the columns that this release reads, and the constant `form`. A release that reads the same columns but
 *   changes the JSON of a content must increase `form`.
 */
const versioned = `FROM contents t
    CROSS JOIN LATERAL (SELECT ${tagIds}) tagged
    CROSS JOIN LATERAL (SELECT md5(concat_ws(' ', '${release}', t.xmin, t.updated_at, ${dueFlags}, tagged."tagIds",
      (SELECT m.xmin FROM media m WHERE m.id = t.cover_id))) AS version) state`;
const published = (key: 'id' | 'slug'): Statement => ({
  name: `contents published by ${key}`,
  usesPipeline: true,
  text: `SELECT state.version AS "~version", ${view}, tagged."tagIds", ${longSizes} AS "~sizes" ${versioned} ${joinSizes}
    WHERE t.${key} = $1 AND ${publicCondition}`,
});
const publishedVersion = (key: 'id' | 'slug'): Statement => ({
  name: `contents published version by ${key}`,
  usesPipeline: true,
  text: `SELECT state.version ${versioned} WHERE t.${key} = $1 AND ${publicCondition}`,
});
type PublishedVersion = Pick<PublishedContent, 'version'>;
const publishedBy = { id: published('id'), slug: published('slug') };
const publishedVersionBy = { id: publishedVersion('id'), slug: publishedVersion('slug') };

const list = listOf<
  ContentListItem,
  ContentSortField,
  Exclude<keyof ContentListQuery, keyof ListQuery<string> | 'reach'>
>({
  table: 'contents',
  columns: `${headColumns}, ${tagIds}`,
  rowBytes: 50_000,
  sort: {
    createdAt: 't.created_at',
    updatedAt: 't.updated_at',
    // A content that was never published is sorted by its scheduled publication time, if it has one.
    publishedAt: 'coalesce(t.published_at, t.publish_at)',
    title: 't.title COLLATE "C"',
    slug: 't.slug COLLATE "C"',
    status: currentStatus,
  },
  filters: {
    status: statusConditions('?'),
    categoryId: `t.category_id = ANY (array(WITH RECURSIVE below AS (SELECT ?::uuid AS id
      UNION SELECT c.id FROM categories c JOIN below ON c.parent_id = below.id) SELECT id FROM below))`,
    tagId: 'EXISTS (SELECT FROM content_tags ct WHERE ct.content_id = t.id AND ct.tag_id = ?)',
    editorType: 't.editor_type = ?',
    authorId: 't.author_id = ?',
  },
  storedTotals: { by: 'status', correction: statusCorrection('?') },
  defaultSort: { by: 'createdAt', order: 'desc' },
});

const constant = (value: boolean) => ({ text: `${value} AND $2::json IS NOT NULL`, value: '[]' });

/** Each form of a condition has a statement of its own. */
const reachedStatement = (condition: string): Statement =>
  hashedStatement(
    'contents reached',
    `SELECT (${condition}) IS TRUE AS "isReached", ${publicCondition} AS "isPublic" FROM contents t WHERE t.id = $1`,
  );

const longFields = longFieldsOf('contents');

interface Sized {
  /** The sizes of the long fields. Null if no field is long. */
  readonly sizes: LongSizes | null;
}

const search = contentSearch(`${headColumns}, ${tagIds}`);

/**
 * Converts a query result to a content. The texts of long fields are read later from the same database server, when the
 * caller needs them.
 */
function contentOf<Read extends ContentWithLongFields>(
  reader: Reader,
  { rows: [content], aggregate }: QueryResult<Read, Sized>,
): Read | undefined {
  const sizes = aggregate?.sizes ?? null;
  if (content === undefined || sizes === null) return content;
  return { ...content, ...longFields(reader, content.id, sizes) };
}

async function contentBy<Read extends ContentWithLongFields>(
  anyReader: Reader,
  statement: Statement,
  key: string,
): Promise<Read | undefined> {
  const reader = anyReader.pinned();
  return contentOf(reader, await reader.execute<Read, Sized>(statement, [key]));
}

const contentViews = (reader: Reader): ContentViews => ({
  editorTypeOf: async (id) => (await reader.row<Pick<ContentView, 'editorType'>>(editorTypeOf, [id]))?.editorType,
  unconverted: (id) => reader.row<UnconvertedContent>(unconverted, [id]),
  sizesOf: (ids) => reader.rows<ContentSize>(sizesOf, [ids]),
  find: (id) => contentBy(reader, find, id),
  findForEditor: (id) => contentBy<ContentForEditor>(reader, findForEditor, id),
  findBySlug: (slug) => contentBy(reader, findBySlug, slug),
  published: async (key, cachedVersions) => {
    const [by, value] = 'id' in key ? (['id', key.id] as const) : (['slug', key.slug] as const);
    const pinned = reader.pinned();
    if (cachedVersions.length > 0) {
      const current = await pinned.row<PublishedVersion>(publishedVersionBy[by], [value]);
      if (current === undefined) return undefined;
      if (cachedVersions.includes(current.version)) return { ...current, content: undefined };
    }
    const result = await pinned.execute<ContentWithLongFields, PublishedVersion & Sized>(publishedBy[by], [value]);
    const content = contentOf(pinned, result);
    // With an access check around it, the statement returns an aggregate even if the content is not public.
    if (content === undefined || result.aggregate === undefined) return undefined;
    return { version: result.aggregate.version, content };
  },
  due: async (limit) => (await reader.rows<{ id: ContentId }>(due, [limit])).map(({ id }) => id),
  firstPictures: async (ids) => {
    const rows = await reader.rows<FeedPicture & { readonly contentId: ContentId }>(firstPictures, [ids]);
    return new Map(rows.map(({ contentId, ...picture }) => [contentId, picture]));
  },
  list: ({ reach, ...query }) => {
    if (reach === undefined) return list(reader, query);
    // A filter by another status excludes published contents, so that only the condition remains.
    const { status } = query;
    if (status === undefined || status === 'PUBLISHED') return list(reader, query, publicOrReached(reach, '?'));
    const { text, value } = contentCondition(reach, '?');
    return list(reader, query, { condition: text, value });
  },
  factsOf: (ids) => reader.rows<ContentFacts>(factsOf, [ids]),
  reached: async (id, reach) => {
    const condition = typeof reach === 'boolean' ? constant(reach) : contentCondition(reach, '$2');
    return reader.row<ReachedContent>(reachedStatement(condition.text), [id, condition.value]);
  },
  search: (query) => search(reader, query),
  wordsWithStems: async (words, stems) =>
    (await reader.rows<{ word: string }>(wordsWithStems, [words, stems])).map(({ word }) => word),
});

export const contentStore: ResourceStore<ContentRepository, ContentViews> = {
  table: contents,
  constraints: {
    contents_slug_key: taken('slug-taken'),
    contents_category_id_fkey: { refusal: 'category-in-use', message: 'This category still holds contents.' },
  },
  repository: contentRepository,
  views: contentViews,
};
