import type { TagView } from '@portcullis/domain';
import {
  count,
  explained,
  uuid,
  named,
  nullable,
  object,
  text,
  timestamps,
  type Fields,
} from '../../validation/schema.ts';
import { slug } from './slug.ts';

export const tagFields: Fields<Pick<TagView, 'id' | 'name' | 'slug' | 'description'>> = {
  id: explained(uuid(), 'The id of the tag.'),
  name: explained(text, 'The name, unique ignoring case.'),
  slug: explained(text, slug),
  description: explained(nullable(text), 'A note for people.'),
};

/** A tag (docs/interface.md §2.7). */
export const tagSchema = named('Tag', () =>
  object<TagView>({
    ...tagFields,
    contentCount: explained(count, 'Number of published contents with the tag.'),
    ...timestamps,
  }),
);
