import type { TagView } from '@portcullis/domain';
import {
  count,
  withDescription,
  uuid,
  named,
  nullable,
  object,
  text,
  versioned,
  type Fields,
} from '../../validation/schema.ts';
import { slug } from './slug.ts';

export const tagFields: Fields<Pick<TagView, 'id' | 'name' | 'slug' | 'description'>> = {
  id: withDescription(uuid(), 'The id of the tag.'),
  name: withDescription(text, 'The name. It is unique, regardless of case.'),
  slug: withDescription(text, slug),
  description: withDescription(nullable(text), 'A free text that describes the tag.'),
};

/** A tag (docs/interface.md §2.7). */
export const tagSchema = named('Tag', () =>
  object<TagView>({
    ...tagFields,
    contentCount: withDescription(count, 'Number of published contents with the tag.'),
    ...versioned,
  }),
);
