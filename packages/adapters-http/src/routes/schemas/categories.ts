import { slug } from './slug.ts';
import type { Category, TreeOf } from '@portcullis/domain';
import {
  withDescription,
  uuid,
  integer,
  listOf,
  named,
  nullable,
  object,
  text,
  versioned,
  type Fields,
  type Schema,
} from '../../validation/schema.ts';

export const categoryFields: Fields<Category> = {
  id: withDescription(uuid(), 'The id of the category.'),
  parentId: withDescription(nullable(uuid()), 'The id of the parent category; null for a category at the root.'),
  name: withDescription(text, 'The name.'),
  slug: withDescription(text, slug),
  description: withDescription(nullable(text), 'A free text that describes the category.'),
  order: withDescription(
    integer,
    'The position among categories with the same parent, in ascending order (default 0).',
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
