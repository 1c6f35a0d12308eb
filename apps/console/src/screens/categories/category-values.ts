import type { Schemas } from '@portcullis/client';
import { orNull } from '../../forms/values.ts';

export interface CategoryValues {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  /** Used only for a new category; an existing category is moved in the tree. */
  readonly parentId: string;
}

export const newCategoryValues = (parentId: string): CategoryValues => ({
  name: '',
  slug: '',
  description: '',
  parentId,
});

export const valuesOf = ({ name, slug, description, parentId }: Schemas['Category']): CategoryValues => ({
  name,
  slug,
  description: description ?? '',
  parentId: parentId ?? '',
});

export const bodyOf = ({ name, slug, description }: CategoryValues) => ({
  name,
  slug,
  description: orNull(description),
});
