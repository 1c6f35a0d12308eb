import type { TagView } from '@portcullis/domain';
import { count, explained, uuid, moment, named, nullable, object, text } from '../../validation/schema.ts';

/** Decisions, section 2. */
export const tagSchema = named('Tag', () =>
  object<TagView>({
    id: uuid(),
    name: text,
    slug: text,
    description: nullable(text),
    contentCount: explained(count, 'Number of published contents that carry it.'),
    createdAt: moment,
    updatedAt: moment,
  }),
);
