import { BusinessError, type CategoryId } from '@portcullis/domain';
import type { CategoryRepository } from '@portcullis/application';
import type { State } from '../state.ts';
import { existingIdsIn, freeSlug } from '../tables.ts';
import { versionedTable } from '../versioned-tables.ts';

export function categoryRepository(state: State): CategoryRepository {
  const isUsed = (id: CategoryId) =>
    [...state.categories.values()].some(({ parentId }) => parentId === id) ||
    [...state.contents.values()].some(({ categoryId }) => categoryId === id);
  return {
    ...versionedTable(
      { rows: state.categories, counted: state.counted },
      {
        unique: [['slug-taken', ({ slug }) => slug]],
        referencesExist: ({ parentId }) => parentId === null || state.categories.has(parentId),
        beforeRemove: (id) => {
          if (isUsed(id)) throw new BusinessError('category-in-use', 'This category holds categories or contents.');
          return 0;
        },
      },
    ),
    existingIds: existingIdsIn(state.categories),
    lockTree: async () => [...state.categories.values()].map(({ id, parentId }) => ({ id, parentId })),
    isUsed: async (id) => isUsed(id),
    freeSlug: (base) => freeSlug(state.categories.values(), base),
  };
}
