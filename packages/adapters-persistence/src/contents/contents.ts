import { isDeepStrictEqual } from 'node:util';
import type { ContentRepository, ContentViews } from '@portcullis/application/internal/ports/contents';
import type { Content } from '@portcullis/domain/internal/contents/content';
import type { ContentId, TagId } from '@portcullis/domain/internal/shared/ids';
import type { Versioned } from '@portcullis/domain/internal/shared/version';
import type { EntityManager } from 'typeorm';
import { contentTagLinks } from '../join-tables.ts';
import { taken, type OpenedTransaction, type ResourceStore } from '../resource-store.ts';
import { columnsOf } from '../sql/columns.ts';
import { linksOf } from '../sql/links.ts';
import { withEncodedTexts } from '../sql/long-texts.ts';
import { insertWithFreeSlug } from '../sql/slugs.ts';
import { execute, executeOnly } from '../sql/transaction.ts';
import { insertOf, versionedCollectionOf, versionedUpdateOf } from '../sql/collection.ts';
import { contents } from './content-columns.ts';
import { addToIndex, queuedContents } from './content-index.ts';
import { contentViews } from './content-views.ts';
import { sql } from '../postgres/reader.ts';

const collection = versionedCollectionOf(contents);
const insert = insertOf(contents);
const insertWithSlug = insertWithFreeSlug(contents, '(slug) WHERE NOT removed');
const update = versionedUpdateOf(contents);
const contentTags = linksOf<ContentId, TagId>(contentTagLinks);

const lockAll = sql`SELECT ${columnsOf(contents, 't')} FROM contents t WHERE t.id = ANY ($1)
    ORDER BY t.id FOR NO KEY UPDATE`;
const tagsOfAll = sql`SELECT content_id AS id, array_agg(tag_id ORDER BY tag_id) AS "tagIds"
    FROM content_tags WHERE content_id = ANY ($1) GROUP BY content_id`;

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
const saveStatuses = sql`UPDATE contents t SET ${newStatuses}, updated_at = n.updated_at
    FROM ${newTimes}, $6::timestamptz[]) ${newNames}, updated_at)
    WHERE t.id = n.id RETURNING t.id, t.version, t.updated_at AS "updatedAt"`;
/** Sets the version number explicitly. The trigger that increments version numbers ignores updates that change them. */
const saveTransitions = sql`UPDATE contents t SET ${newStatuses}, version = n.version
    FROM ${newTimes}, $6::int[]) ${newNames}, version) WHERE t.id = n.id`;

const findSlug = sql`SELECT FROM contents WHERE slug = $1`;

/** Returns a content without the texts that are the same in `stored`, so that they are not written again. */
function withoutSameTexts(content: Content, stored: Content | undefined): Partial<Content> {
  const row: Partial<Content> = { ...content };
  for (const name of ['contentMd', 'contentHtml', 'contentRaw', 'toc'] as const)
    if (isDeepStrictEqual(content[name], stored?.[name])) delete row[name];
  return row;
}

function contentRepository(db: EntityManager, { awaitAtCommit }: OpenedTransaction): ContentRepository {
  const { lock, remove } = collection(db);
  // The search queue is read after the content was written, and sent together with the content.
  const index = (added: readonly Content[]) => addToIndex(db, added, awaitAtCommit);
  const tags = contentTags(db);
  return {
    lock,
    add: async (content) => {
      const row = await withEncodedTexts(content);
      await Promise.all([insert(db, row), index([content])]);
    },
    addWithFreeSlug: async (content) => {
      const added = await insertWithSlug(db, await withEncodedTexts(content));
      await index([content]);
      return added;
    },
    save: async (content, stored) => {
      const row = await withEncodedTexts(withoutSameTexts(content, stored));
      const [saved] = await Promise.all([update(db, content, row), index([content])]);
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
    tagsOfAll: async (ids) => {
      const rows = await execute<{ id: ContentId; tagIds: readonly TagId[] }>(db, tagsOfAll, [ids]);
      return new Map(rows.map((row) => [row.id, row.tagIds]));
    },
    queuedForSearch: (limit) => queuedContents(db, limit),
    addToSearch: index,
    tagsOf: async (id) => (await tags.of(id)).toSorted(),
    setTags: tags.set,
    isSlugFree: async (slug) => (await execute(db, findSlug, [slug])).length === 0,
  };
}

export const contentStore: ResourceStore<ContentRepository, ContentViews> = {
  table: contents,
  constraints: {
    contents_slug_key: taken('slug-taken'),
    contents_category_id_fkey: { refusal: 'category-in-use', message: 'This category still holds contents.' },
  },
  repository: contentRepository,
  views: contentViews,
};
