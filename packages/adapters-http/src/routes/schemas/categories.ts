import { slugOf } from './slug.ts';
import { categoryLimits, type Category, type TreeOf } from '@portcullis/domain';
import {
  withDescription,
  uuid,
  integer,
  listOf,
  named,
  nullable,
  object,
  textOf,
  versioned,
  type Fields,
  type Schema,
} from '../../validation/schema.ts';

export const categoryFields: Fields<Category> = {
  id: withDescription(uuid(), 'The id of the category.'),
  parentId: withDescription(nullable(uuid()), 'The id of the parent category; null for a category at the root.'),
  name: withDescription(textOf(categoryLimits.name), 'The name.'),
  slug: slugOf(categoryLimits.slug),
  description: withDescription(
    nullable(textOf(categoryLimits.description)),
    'A free text that describes the category.',
  ),
  order: withDescription(
    integer,
    'The position among categories with the same parent, in ascending order.',
    'Default: 0.',
  ),
  ...versioned,
};

/** A category (docs/interface.md §2.7). */
export const categorySchema = named('Category', () => object<Category>(categoryFields));

export const categoryNodeSchema: Schema<TreeOf<Category>> = named('CategoryNode', () =>
  object<TreeOf<Category>>({
    ...categoryFields,
    children: withDescription(listOf(categoryNodeSchema), 'The child categories; empty if there are none.'),
  }),
);
