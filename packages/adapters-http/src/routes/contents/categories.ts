import { categorySortFields, type CategorySortField } from '@portcullis/application/internal/ports/categories';
import { categoryLimits, categoryTree, type Category } from '@portcullis/domain/internal/contents/category';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { CategoryId } from '@portcullis/domain/internal/shared/ids';
import type { TreeOf } from '@portcullis/domain/internal/shared/tree';
import { administrators, editorsOr } from '../access/access.ts';
import { Describe } from '../../validation/descriptions.ts';
import { requestOf } from '../../validation/request.ts';
import { OneOf, Optional, Uuid } from '../../validation/fields.ts';
import { ListParameters, sorts } from '../list-query.ts';
import { partial } from '../../validation/validate.ts';
import { route, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';
import * as schema from '../../validation/schema.ts';
import type { Fields, Schema } from '../../validation/schema.ts';
import { slugSchema } from '../schemas/contents.ts';
import { DeletionParameters, SlugPath } from './content-requests.ts';

const categoryFields: Fields<Category> = {
  id: schema.withDescription(schema.uuid(), 'The id of the category.'),
  parentId: schema.withDescription(
    schema.nullable(schema.uuid()),
    'The id of the parent category; null for a category at the root.',
  ),
  name: schema.withDescription(schema.textOf(categoryLimits.name), 'The name.'),
  slug: slugSchema,
  description: schema.withDescription(
    schema.nullable(schema.multiLineTextOf(categoryLimits.description)),
    'A free text that describes the category.',
  ),
  order: schema.withDescription(
    schema.integer,
    'The position among categories with the same parent, in ascending order.',
    'Default: 0.',
  ),
  ...schema.versioned,
};

/** A category (docs/interface.md §2.7). */
const categorySchema = schema.namedObject<Category>('Category', categoryFields);

const categoryNodeSchema: Schema<TreeOf<Category>> = schema.named('CategoryNode', () =>
  schema.object<TreeOf<Category>>({
    ...categoryFields,
    children: schema.withDescription(
      schema.listOf(categoryNodeSchema),
      'The child categories; empty if there are none.',
    ),
  }),
);

class CategoryPath extends requestOf(categoryFields, 'id') {}

class CategoryListParameters extends ListParameters {
  @Optional() @Uuid() @Describe('Only categories directly below the category with this id.') parentId?: CategoryId;
  @Optional() @OneOf(categorySortFields) @Describe(sorts('`createdAt`, oldest first')) sortBy?: CategorySortField;
}

class CategoryBody extends requestOf(categoryFields, 'name', 'slug?', 'description?', 'parentId?', 'order?') {}

class UpdateCategoryBody extends partial(CategoryBody) {}

type CategoryRouteDependencies = UseCases<'createCategory' | 'updateCategory' | 'deleteCategory'>;

/** The category routes (docs/interface.md §4.6). */
export const categoryRoutes = ({
  createCategory,
  updateCategory,
  deleteCategory,
}: CategoryRouteDependencies): readonly Route[] => [
  route({
    method: 'POST',
    path: '/categories',
    operation: 'createCategory',
    idempotencyKey: 'accepted',
    summary: 'Create a category',
    access: 'authorized',
    ...editorsOr('category.manage'),
    status: 201,
    body: CategoryBody,
    isVersioned: true,
    data: categorySchema,
    refuses: ['unknown-parent-category', 'category-too-deep', 'slug-unacceptable', 'slug-taken'],
    handle: async ({ body: { description = null, parentId = null, order = 0, ...body }, caller, reach }) => {
      const manages = (await reach('category.manage'))?.changes;
      return createCategory({ ...body, description, parentId, order, actor: caller, reach: manages });
    },
  }),
  route({
    method: 'GET',
    path: '/categories',
    operation: 'listCategories',
    summary: 'List categories',
    description: '`search` looks for the text in `name` and `slug`.',
    access: 'optional',
    query: CategoryListParameters,
    data: schema.pageOf(categorySchema),
    read: ({ query }, { categories }) => categories.list(query),
  }),
  route({
    method: 'GET',
    path: '/categories/tree',
    operation: 'getCategoryTree',
    summary: 'Read the categories as a tree',
    access: 'optional',
    data: schema.listOf(categoryNodeSchema),
    read: async (_call, { categories }) => categoryTree(await categories.all()),
  }),
  route({
    method: 'GET',
    path: '/categories/:id',
    operation: 'getCategory',
    summary: 'Read a category',
    access: 'optional',
    params: CategoryPath,
    isVersioned: true,
    data: categorySchema,
    refuses: ['category-not-found'],
    read: async ({ params: { id } }, { categories }) => orNotFound(await categories.find(id), 'category-not-found'),
  }),
  route({
    method: 'GET',
    path: '/categories/slug/:slug',
    operation: 'getCategoryBySlug',
    summary: 'Read a category by its slug',
    access: 'optional',
    params: SlugPath,
    isVersioned: true,
    data: categorySchema,
    refuses: ['category-not-found'],
    read: async ({ params: { slug } }, { categories }) =>
      orNotFound(await categories.findBySlug(slug), 'category-not-found'),
  }),
  route({
    method: 'PATCH',
    path: '/categories/:id',
    operation: 'updateCategory',
    summary: 'Change or move a category',
    access: 'authorized',
    ...editorsOr('category.manage'),
    params: CategoryPath,
    body: UpdateCategoryBody,
    isVersioned: true,
    isConditional: true,
    data: categorySchema,
    refuses: [
      'category-not-found',
      'unknown-parent-category',
      'category-cycle',
      'category-too-deep',
      'slug-unacceptable',
      'slug-taken',
    ],
    handle: async ({ params: { id }, body, caller, ifMatch, reach }) => {
      const manages = (await reach('category.manage'))?.changes;
      return updateCategory({ actor: caller, ifMatch, id, change: body, reach: manages });
    },
  }),
  route({
    method: 'DELETE',
    path: '/categories/:id',
    operation: 'deleteCategory',
    summary: 'Delete an empty category',
    description:
      'A category that conditions of roles name is not deleted, unless an administrator forces it. Comparisons with it are unknown afterwards, also below `not`, so that no condition permits more; the conditions then contain the id `00000000-0000-0000-0000-000000000000` in its place.',
    access: 'authorized',
    ...editorsOr('category.manage'),
    params: CategoryPath,
    query: DeletionParameters,
    isConditional: true,
    data: schema.nothing,
    refuses: ['category-not-found', 'category-in-use', 'category-in-conditions'],
    handle: async ({ params: { id }, query: { force }, caller, ifMatch, reach, requireAccess }) => {
      if (force) requireAccess({ anyRole: administrators });
      await deleteCategory({ actor: caller, ifMatch, id, force, reach: (await reach('category.manage'))?.changes });
    },
  }),
];
