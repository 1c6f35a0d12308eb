import type { Category, TreeOf } from '@portcullis/domain';
import {
  explained,
  uuid,
  integer,
  listOf,
  moment,
  named,
  nullable,
  object,
  text,
  type Fields,
  type Schema,
} from '../../validation/schema.ts';

const categoryFields: Fields<Category> = {
  id: uuid(),
  parentId: explained(nullable(uuid()), 'Null at the root.'),
  name: text,
  slug: text,
  description: nullable(text),
  order: integer,
  createdAt: moment,
  updatedAt: moment,
};

/** Decisions, section 2. */
export const categorySchema = named('Category', () => object<Category>(categoryFields));

export const categoryNodeSchema: Schema<TreeOf<Category>> = named('CategoryNode', () =>
  object<TreeOf<Category>>({ ...categoryFields, children: listOf(categoryNodeSchema) }),
);
