import type { TagRepository, TagSortField, TagViews } from '@portcullis/application/internal/ports/tags';
import type { Tag, TagView } from '@portcullis/domain/internal/contents/tag';
import { caseKey } from '@portcullis/domain/internal/names/text';
import { EntitySchema, type EntityManager } from 'typeorm';
import { versionedCollectionOf } from './sql/collection.ts';
import * as column from './sql/columns.ts';
import { contentTagLinks } from './join-tables.ts';
import { lockExistingIdsIn } from './sql/links.ts';
import { listOf, timeSort } from './sql/lists.ts';
import { insertIfFree, insertWithFreeSlug } from './sql/slugs.ts';
import { execute, transactionReader } from './sql/transaction.ts';
import { dueCondition, publicChange } from './sql/schedule.ts';
import { short, type Reader, sql } from './postgres/reader.ts';
import { taken, type ResourceStore } from './resource-store.ts';

/** `nameKey` is unique, so names are unique regardless of case. */
type TagRow = Tag & { readonly nameKey: string };

const tags = new EntitySchema<TagRow>({
  name: 'tags',
  columns: {
    id: column.id,
    name: column.text,
    nameKey: column.hiddenText,
    slug: column.text,
    description: column.optionalText,
    version: column.version,
    ...column.timestamps,
  },
});

const withKey = (tag: Tag): TagRow => ({ ...tag, nameKey: caseKey(tag.name) });

const collection = versionedCollectionOf(tags, [contentTagLinks]);
const lockExistingIds = lockExistingIdsIn('tags');
const insertWithSlug = insertWithFreeSlug(tags);
const insertIfNew = insertIfFree(tags);

const findNamed = sql`SELECT ${column.columnsOf(tags, 't')} FROM tags t WHERE t.name_key = ANY ($1)`;

function tagRepository(db: EntityManager): TagRepository {
  const { lock, add, save, remove } = collection(db);
  const { find, findAll } = tagViews(transactionReader(db));
  const findAllNamed = (names: readonly string[]) => execute<Tag>(db, findNamed, [names.map(caseKey)]);
  return {
    lock,
    find,
    findAll,
    findAllNamed,
    remove,
    add: (tag) => add(withKey(tag)),
    addWithFreeSlug: (tag) => insertWithSlug(db, withKey(tag)),
    addOrFind: async (tag) => {
      for (;;) {
        const [added] = await insertIfNew<Pick<Tag, 'slug'>>(db, withKey(tag));
        if (added !== undefined) return { ...tag, ...added };
        const [named] = await findAllNamed([tag.name]);
        if (named !== undefined) return named;
      }
    },
    save: (tag) => save(withKey(tag)),
    existingIds: (ids) => lockExistingIds(db, ids),
  };
}

/**
 * Selects, for each tag, the current number of public contents minus the stored number. The numbers differ if scheduled
 * transitions are due that are not stored yet (ADR 80).
 */
const changed = `SELECT ct.tag_id, sum(${publicChange})::int AS change
  FROM contents t JOIN content_tags ct ON ct.content_id = t.id WHERE ${dueCondition} GROUP BY ct.tag_id`;

const columnsWith = (changes: string): string => `
  ${column.columnsOf(tags, 't')},
  (SELECT coalesce(sum(total), 0)::int FROM totals WHERE list = 'content_tags' AND key = t.id::text)
  + coalesce((SELECT change FROM ${changes} WHERE changed.tag_id = t.id), 0) AS "contentCount"`;
const columns = columnsWith(`(${changed}) changed`);
const findTag = short(sql`SELECT ${columns} FROM tags t WHERE t.id = $1`);
const findBySlug = sql`SELECT ${columns} FROM tags t WHERE t.slug = $1`;
const findTags = sql`SELECT ${columns} FROM unnest($1::uuid[]) WITH ORDINALITY AS asked (id, position) JOIN tags t USING (id)
    ORDER BY asked.position`;
const popular = sql`WITH changed AS MATERIALIZED (${changed}) SELECT ${columnsWith('changed')}
    FROM tags t ORDER BY "contentCount" DESC, t.name COLLATE "und-x-icu", t.id LIMIT $1`;

const list = listOf<TagView, TagSortField, never>({
  table: 'tags',
  columns,
  rowBytes: 7000,
  sort: { ...timeSort, name: 't.name COLLATE "und-x-icu"', slug: 't.slug COLLATE "C"' },
  filters: {},
  storedTotals: true,
  defaultSort: { by: 'createdAt', order: 'asc' },
});

const tagViews = (reader: Reader): TagViews => ({
  find: (id) => reader.row<TagView>(findTag, [id]),
  findBySlug: (slug) => reader.row<TagView>(findBySlug, [slug]),
  findAll: (ids) => reader.rows<TagView>(findTags, [ids]),
  list: (query) => list(reader, query),
  popular: (limit) => reader.rows<TagView>(popular, [limit]),
});

export const tagStore: ResourceStore<TagRepository, TagViews> = {
  table: tags,
  constraints: {
    tags_name_key: taken('tag-name-taken'),
    tags_slug_key: taken('slug-taken'),
  },
  repository: tagRepository,
  views: tagViews,
};
