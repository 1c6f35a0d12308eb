import type {
  CategoryRepository,
  CategorySortField,
  CategoryViews,
} from '@portcullis/application/internal/ports/categories';
import type { Category } from '@portcullis/domain/internal/contents/category';
import type { CategoryId } from '@portcullis/domain/internal/shared/ids';
import { EntitySchema, type EntityManager } from 'typeorm';
import { versionedCollectionOf } from './sql/collection.ts';
import * as column from './sql/columns.ts';
import { lockExistingIdsIn } from './sql/links.ts';
import { listOf, timeSort } from './sql/lists.ts';
import { insertWithFreeSlug } from './sql/slugs.ts';
import { execute } from './sql/transaction.ts';
import { short, type Reader, sql } from './postgres/reader.ts';
import { taken, type ResourceStore } from './resource-store.ts';

const categories = new EntitySchema<Category>({
  name: 'categories',
  columns: {
    id: column.id,
    parentId: column.optionalLink,
    name: column.text,
    slug: column.text,
    description: column.optionalText,
    order: column.integer,
    version: column.version,
    ...column.timestamps,
  },
});

const collection = versionedCollectionOf(categories);
const lockExistingIds = lockExistingIdsIn('categories');
const insertWithSlug = insertWithFreeSlug(categories);

const pathsOf = sql`WITH RECURSIVE above AS (SELECT id AS start, id, parent_id FROM categories WHERE id = ANY ($1)
      UNION SELECT above.start, c.id, c.parent_id FROM categories c JOIN above ON c.id = above.parent_id)
    SELECT start, id FROM above`;

/** A content in the bin does not keep its category from being removed, because nobody can see that it has this one. */
const leaveBin = sql`UPDATE all_contents SET category_id = NULL WHERE category_id = $1 AND removed`;

function categoryRepository(db: EntityManager): CategoryRepository {
  const { remove, ...others } = collection(db);
  return {
    ...others,
    remove: async (id) => {
      await execute(db, leaveBin, [id]);
      return remove(id);
    },
    existingIds: (ids) => lockExistingIds(db, ids),
    lockTree: async () => {
      await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('category tree', 0))`);
      return db.query('SELECT id, parent_id AS "parentId" FROM categories');
    },
    pathsOf: async (ids) => {
      const rows = await execute<{ readonly start: CategoryId; readonly id: CategoryId }>(db, pathsOf, [ids]);
      const paths = new Map<CategoryId, CategoryId[]>();
      for (const { start, id } of rows) paths.set(start, [...(paths.get(start) ?? []), id]);
      return paths;
    },
    isUsed: async (id) =>
      (await db.existsBy(categories, { parentId: id })) ||
      (await db.query<unknown[]>('SELECT FROM contents WHERE category_id = $1 LIMIT 1', [id])).length > 0,
    addWithFreeSlug: (category) => insertWithSlug(db, category),
  };
}

const columns = column.columnsOf(categories, 't');
const find = short(sql`SELECT ${columns} FROM categories t WHERE t.id = $1`);
const findBySlug = sql`SELECT ${columns} FROM categories t WHERE t.slug = $1`;
const all = sql`SELECT ${columns} FROM categories t`;

const list = listOf<Category, CategorySortField, 'parentId'>({
  table: 'categories',
  columns,
  rowBytes: 7000,
  sort: { ...timeSort, name: 't.name COLLATE "und-x-icu"', slug: 't.slug COLLATE "C"', order: 't."order"' },
  filters: { parentId: 't.parent_id = ?' },
  storedTotals: true,
  defaultSort: { by: 'createdAt', order: 'asc' },
});

const categoryViews = (reader: Reader): CategoryViews => ({
  find: (id) => reader.row<Category>(find, [id]),
  findBySlug: (slug) => reader.row<Category>(findBySlug, [slug]),
  list: (query) => list(reader, query),
  all: () => reader.rows<Category>(all),
});

export const categoryStore: ResourceStore<CategoryRepository, CategoryViews> = {
  table: categories,
  constraints: {
    categories_slug_key: taken('slug-taken'),
    categories_parent_id_fkey: { refusal: 'category-in-use', message: 'This category still holds categories.' },
  },
  repository: categoryRepository,
  views: categoryViews,
};
