import { tagLimits, type TagView } from '@portcullis/domain';
import {
  count,
  withDescription,
  uuid,
  named,
  nullable,
  object,
  textOf,
  versioned,
  type Fields,
} from '../../validation/schema.ts';
import { slugOf } from './slug.ts';

export const tagFields: Fields<Pick<TagView, 'id' | 'name' | 'slug' | 'description'>> = {
  id: withDescription(uuid(), 'The id of the tag.'),
  name: withDescription(textOf(tagLimits.name), 'The name. It is unique, regardless of case.'),
  slug: slugOf(tagLimits.slug),
  description: withDescription(nullable(textOf(tagLimits.description)), 'A free text that describes the tag.'),
};

/** A tag (docs/interface.md §2.7). */
export const tagSchema = named('Tag', () =>
  object<TagView>({
    ...tagFields,
    contentCount: withDescription(count, 'Number of published contents with the tag.'),
    ...versioned,
  }),
);
