import type {
  ContentListItem,
  ContentListQuery,
  ContentRepository,
  ContentSortField,
  ContentViews,
  ListQuery,
} from '@portcullis/application';
import type { Content, ContentId, ContentView, TagId } from '@portcullis/domain';
import { EntitySchema, type EntityManager } from 'typeorm';
import { collection } from './collection.ts';
import * as column from './columns.ts';
import { links } from './links.ts';
import { listOf } from './lists.ts';
import { freeSlug } from './slugs.ts';
import { columnsOf, type Reader } from './statements.ts';

export const contents = new EntitySchema<Content>({
  name: 'contents',
  columns: {
    id: column.id,
    title: column.text,
    slug: column.text,
    summary: column.optionalText,
    editorType: column.text,
    contentMd: column.optionalText,
    contentHtml: column.optionalText,
    contentRaw: column.optionalText,
    toc: column.json,
    excerpt: column.optionalText,
    readingMinutes: column.optionalInteger,
    categoryId: column.optionalLink,
    authorId: column.optionalLink,
    status: column.text,
    publishedAt: column.optionalMoment,
    ...column.stamps,
  },
});

export function contentRepository(db: EntityManager): ContentRepository {
  const tags = links<ContentId, TagId>(db, { table: 'content_tags', owner: 'content_id', linked: 'tag_id' });
  return {
    ...collection(db, contents),
    tagsOf: async (id) => (await tags.of(id)).toSorted(),
    setTags: tags.set,
    freeSlug: (base) => freeSlug(db, 'contents', base),
  };
}

const tagIds = `array(SELECT ct.tag_id FROM content_tags ct WHERE ct.content_id = t.id ORDER BY ct.tag_id) AS "tagIds"`;
const view = `${columnsOf(contents, 't')}, ${tagIds}`;
const find = { name: 'contents find', isBrief: true, text: `SELECT ${view} FROM contents t WHERE t.id = $1` };
const editorTypeOf = {
  name: 'contents editor type',
  isBrief: true,
  text: 'SELECT editor_type AS "editorType" FROM contents WHERE id = $1',
};
const findBySlug = {
  name: 'contents find by slug',
  isBrief: true,
  text: `SELECT ${view} FROM contents t WHERE t.slug = $1`,
};

const headed = [
  'id',
  'title',
  'slug',
  'summary',
  'excerpt',
  'readingMinutes',
  'editorType',
  'categoryId',
  'authorId',
  'status',
  'publishedAt',
  'createdAt',
  'updatedAt',
] as const;

const list = listOf<ContentListItem, ContentSortField, Exclude<keyof ContentListQuery, keyof ListQuery<string>>>({
  table: 'contents',
  columns: `${columnsOf(contents, 't', headed)}, ${tagIds}`,
  sort: {
    createdAt: 't.created_at',
    updatedAt: 't.updated_at',
    publishedAt: 't.published_at',
    title: 't.title COLLATE "C"',
    slug: 't.slug COLLATE "C"',
    status: 't.status',
  },
  filters: {
    status: 't.status = ?',
    categoryId: `t.category_id = ANY (array(WITH RECURSIVE below AS (SELECT ?::uuid AS id
      UNION SELECT c.id FROM categories c JOIN below ON c.parent_id = below.id) SELECT id FROM below))`,
    tagId: 'EXISTS (SELECT FROM content_tags ct WHERE ct.content_id = t.id AND ct.tag_id = ?)',
    editorType: 't.editor_type = ?',
    authorId: 't.author_id = ?',
  },
  keptBy: 'status',
  defaultSort: { by: 'createdAt', order: 'desc' },
});

export const contentViews = (reader: Reader): ContentViews => ({
  editorTypeOf: async (id) => (await reader.row<Pick<ContentView, 'editorType'>>(editorTypeOf, [id]))?.editorType,
  find: (id) => reader.row<ContentView>(find, [id]),
  findBySlug: (slug) => reader.row<ContentView>(findBySlug, [slug]),
  list: (query) => list(reader, query),
});
