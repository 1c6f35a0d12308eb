import type { Category } from '@portcullis/domain';
import type { CategoryListQuery, CategorySortField, CategoryViews } from '@portcullis/application';
import { pageOf, type ListRules } from '../pages.ts';
import type { State } from '../state.ts';

const listed: ListRules<Category, CategorySortField, CategoryListQuery> = {
  sort: {
    createdAt: (category) => category.createdAt,
    updatedAt: (category) => category.updatedAt,
    name: (category) => category.name,
    slug: (category) => category.slug,
    order: (category) => category.order,
  },
  defaultSort: { by: 'createdAt', order: 'asc' },
  searched: ({ name, slug }) => [name, slug],
  matches: ({ parentId }, query) => query.parentId === undefined || parentId === query.parentId,
};

export const categoryViews = (now: () => State): CategoryViews => ({
  find: async (id) => now().categories.get(id),
  findBySlug: async (slug) => [...now().categories.values()].find((category) => category.slug === slug),
  list: async (query) => pageOf(now().categories.values(), query, listed),
  all: async () => [...now().categories.values()],
});
