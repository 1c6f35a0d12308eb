import { builtInEvent, builtInSubject, ofDeletionAffecting, recordedFields } from '../shared/declare-event.ts';
import type { TagId } from '../shared/ids.ts';
import type { Entity } from '../shared/version.ts';

/** A tag for contents. Names are unique regardless of case. */
export interface Tag extends Entity<TagId> {
  readonly name: string;
  readonly slug: string;
  readonly description: string | null;
}

/** A tag as the API returns it. */
export interface TagView extends Tag {
  /** Number of published contents with this tag. */
  readonly contentCount: number;
}

/** The fields of a tag that an editor can set. */
export type EditableTag = Pick<Tag, 'name' | 'slug' | 'description'>;

/** The limits of the fields of tags. */
export const tagLimits = {
  name: { min: 1, max: 64 },
  description: { min: 0, max: 1000 },
  /** Maximum number of tag names in one request that creates several tags. */
  batch: 100,
} as const;

const subject = builtInSubject('tag', 'name');
const recorded = recordedFields<Tag>()('name', 'slug', 'description');

/** The events of tags. */
export const tagEvents = {
  created: builtInEvent(subject, 'tag.created', recorded),
  updated: builtInEvent(subject, 'tag.updated', recorded),

  deleted: builtInEvent(subject, 'tag.deleted', ofDeletionAffecting('contents', recorded)),
};
