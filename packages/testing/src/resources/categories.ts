import type { Category } from '@portcullis/domain/internal/contents/category';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { CategoryId } from '@portcullis/domain/internal/shared/ids';
import type {
  CategoryListQuery,
  CategoryRepository,
  CategorySortField,
  CategoryViews,
} from '@portcullis/application/internal/ports/categories';
import type { State } from '../tables/state.ts';
import { pathOf } from '../tables/content-items.ts';
import { addWithFreeSlug, existingIdsIn } from '../tables/tables.ts';
import { versionedTable } from '../tables/versioned-tables.ts';
import { asRead, type ListRules, pageOf } from '../tables/pages.ts';

export const contracts = [() => import('../contracts/categories.ts')];

export function repository(state: State): CategoryRepository {
  const isUsed = (id: CategoryId) =>
    [...state.categories.values()].some(({ parentId }) => parentId === id) ||
    [...state.contents.values()].some(({ categoryId }) => categoryId === id);
  const rows = versionedTable(
    { rows: state.categories, counted: state.counted },
    {
      unique: [['slug-taken', ({ slug }) => slug]],
      referencesExist: ({ parentId }) => parentId === null || state.categories.has(parentId),
      beforeRemove: (id) => {
        if (isUsed(id)) throw new BusinessError('category-in-use', 'This category holds categories or contents.');
        for (const content of state.removedContents.values()) {
          if (content.categoryId === id) state.removedContents.set(content.id, { ...content, categoryId: null });
        }
        return 0;
      },
    },
  );
  return {
    ...rows,
    addWithFreeSlug: addWithFreeSlug(state.categories, rows.add),
    existingIds: existingIdsIn(state.categories),
    lockTree: async () => [...state.categories.values()].map(({ id, parentId }) => ({ id, parentId })),
    pathsOf: async (ids) => new Map(ids.filter((id) => state.categories.has(id)).map((id) => [id, pathOf(state, id)])),
    isUsed: async (id) => isUsed(id),
  };
}

const listed: ListRules<Category, CategorySortField, CategoryListQuery> = {
  sort: { name: ({ name }) => asRead(name) },
  defaultSort: { by: 'createdAt', order: 'asc' },
  searched: ({ name, slug }) => [name, slug],
  matches: ({ parentId }, query) => query.parentId === undefined || parentId === query.parentId,
};

export const views = (now: () => State): CategoryViews => ({
  find: async (id) => now().categories.get(id),
  findBySlug: async (slug) => [...now().categories.values()].find((category) => category.slug === slug),
  list: async (query) => pageOf(now().categories.values(), query, listed),
  all: async () => [...now().categories.values()],
});
