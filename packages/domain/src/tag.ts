import type { TagId } from './ids.ts';
import { slugRule } from './slug.ts';

/** A tag of contents; its name is unique, whatever its case. */
export interface Tag {
  readonly id: TagId;
  readonly name: string;
  readonly slug: string;
  readonly description: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A tag as it is answered. */
export interface TagView extends Tag {
  /** Number of published contents that carry it. */
  readonly contentCount: number;
}

/** What an editor writes of a tag. */
export type TagDraft = Pick<Tag, 'name' | 'slug' | 'description'>;

export const tagLimits = {
  name: { min: 1, max: 64 },
  slug: slugRule,
  description: { min: 0, max: 1000 },
  /** Most names in one batch. */
  batch: 100,
} as const;
