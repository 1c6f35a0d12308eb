import type { ContentRepository, ContentViews } from '@portcullis/application';
import type { Content, ContentId, ContentView, TagId } from '@portcullis/domain';
import { EntitySchema, type EntityManager } from 'typeorm';
import { collection } from './collection.ts';
import { knownIn, links } from './links.ts';
import { columnsOf, type Reader } from './statements.ts';

export const contents = new EntitySchema<Content>({
  name: 'contents',
  columns: {
    id: { type: 'uuid', primary: true },
    title: { type: 'text' },
    slug: { type: 'text' },
    summary: { type: 'text', nullable: true },
    editorType: { type: 'text' },
    contentMd: { type: 'text', nullable: true },
    contentHtml: { type: 'text', nullable: true },
    contentRaw: { type: 'text', nullable: true },
    categoryId: { type: 'uuid', nullable: true },
    authorId: { type: 'uuid', nullable: true },
    status: { type: 'text' },
    publishedAt: { type: 'timestamptz', precision: 3, nullable: true },
    createdAt: { type: 'timestamptz', precision: 3 },
    updatedAt: { type: 'timestamptz', precision: 3 },
  },
});

export function contentRepository(db: EntityManager): ContentRepository {
  const tags = links<ContentId, TagId>(db, { table: 'content_tags', owner: 'content_id', linked: 'tag_id' });
  return {
    ...collection(db, contents),
    knownTags: (ids) => knownIn(db, 'tags', ids),
    knownCategories: (ids) => knownIn(db, 'categories', ids),
    tagsOf: async (id) => (await tags.of(id)).toSorted(),
    setTags: tags.set,
    freeSlug: (base) => freeSlug(db, 'contents', base),
  };
}

/** `base`, or `base` with the next number where it is taken. Transactions that ask for one base wait for each other. */
export async function freeSlug(db: EntityManager, table: string, base: string): Promise<string> {
  await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${table} ${base}`]);
  const [row]: { taken: boolean; highest: number | null }[] = await db.query(
    `SELECT bool_or(slug = $1) AS taken, max(substring(slug FROM length($1) + 2)::int)
       FILTER (WHERE substring(slug FROM length($1) + 1) ~ '^-[0-9]{1,9}$') AS highest
     FROM ${table} WHERE slug = $1 OR (slug LIKE $2 AND slug ~ '-[0-9]{1,9}$')`,
    [base, `${base.replace(/[\\%_]/g, String.raw`\$&`)}-%`],
  );
  return row?.taken === true ? `${base}-${Math.max(row.highest ?? 1, 1) + 1}` : base;
}

const view = `${columnsOf(contents, 't')},
  array(SELECT ct.tag_id FROM content_tags ct WHERE ct.content_id = t.id ORDER BY ct.tag_id) AS "tagIds"`;
const find = { name: 'contents find', text: `SELECT ${view} FROM contents t WHERE t.id = $1` };
const findBySlug = { name: 'contents find by slug', text: `SELECT ${view} FROM contents t WHERE t.slug = $1` };

export const contentViews = (reader: Reader): ContentViews => ({
  find: (id) => reader.row<ContentView>(find, [id]),
  findBySlug: (slug) => reader.row<ContentView>(findBySlug, [slug]),
});
