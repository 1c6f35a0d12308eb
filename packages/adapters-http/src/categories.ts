import {
  categorySortFields,
  type CategorySortField,
  type CategoryViews,
  type CreateCategory,
  type DeleteCategory,
  type UpdateCategory,
} from '@portcullis/application';
import { categoryLimits, categoryTree, present, type CategoryId } from '@portcullis/domain';
import { editors } from './access.ts';
import { Integer, Nullable, OneOf, Optional, Text, Uuid } from './fields.ts';
import { ListParameters } from './list-query.ts';
import { partial } from './read.ts';
import { route, type Route } from './route.ts';

class CategoryPath {
  @Uuid() id!: CategoryId;
}

class CategorySlugPath {
  @Text(categoryLimits.slug) slug!: string;
}

class CategoryListParameters extends ListParameters {
  @Optional() @Uuid() parentId?: CategoryId;
  @Optional() @OneOf(categorySortFields) sortBy?: CategorySortField;
}

class CategoryBody {
  @Text(categoryLimits.name) name!: string;
  @Optional() @Text(categoryLimits.slug) slug?: string;
  @Nullable() @Text(categoryLimits.description) description?: string | null;
  @Nullable() @Uuid() parentId?: CategoryId | null;
  @Optional() @Integer() order?: number;
}

class UpdateCategoryBody extends partial(CategoryBody) {}

export interface CategoryRoutes {
  readonly createCategory: CreateCategory;
  readonly updateCategory: UpdateCategory;
  readonly deleteCategory: DeleteCategory;
  readonly categories: CategoryViews;
}

/** Specification, section 4.6; the seven category endpoints as decided. */
export const categoryRoutes = ({
  createCategory,
  updateCategory,
  deleteCategory,
  categories,
}: CategoryRoutes): readonly Route[] => [
  route({
    method: 'POST',
    path: '/categories',
    who: 'holder',
    anyRole: editors,
    status: 201,
    body: CategoryBody,
    handle: ({ body: { description = null, parentId = null, order = 0, ...body } }) =>
      createCategory.execute({ ...body, description, parentId, order }),
  }),
  route({
    method: 'GET',
    path: '/categories',
    who: 'visitor',
    editors,
    query: CategoryListParameters,
    handle: ({ query }) => categories.list(query),
  }),
  route({
    method: 'GET',
    path: '/categories/tree',
    who: 'visitor',
    editors,
    handle: async () => categoryTree(await categories.all()),
  }),
  route({
    method: 'GET',
    path: '/categories/:id',
    who: 'visitor',
    editors,
    params: CategoryPath,
    handle: async ({ params: { id } }) => present(await categories.find(id), 'category-not-found'),
  }),
  route({
    method: 'GET',
    path: '/categories/slug/:slug',
    who: 'visitor',
    editors,
    params: CategorySlugPath,
    handle: async ({ params: { slug } }) => present(await categories.findBySlug(slug), 'category-not-found'),
  }),
  route({
    method: 'PATCH',
    path: '/categories/:id',
    who: 'holder',
    anyRole: editors,
    params: CategoryPath,
    body: UpdateCategoryBody,
    handle: ({ params: { id }, body }) => updateCategory.execute({ id, change: body }),
  }),
  route({
    method: 'DELETE',
    path: '/categories/:id',
    who: 'holder',
    anyRole: editors,
    params: CategoryPath,
    handle: ({ params: { id } }) => deleteCategory.execute(id),
  }),
];
