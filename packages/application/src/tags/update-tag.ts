import { checkChangedSlug, type Tag, type TagDraft, type TagId } from '@portcullis/domain';
import { changeWithin } from '../changes.ts';
import type { UpdateDependencies } from '../dependencies.ts';

export interface UpdateTagInput {
  readonly id: TagId;
  /** A new name does not change the slug. */
  readonly change: Partial<TagDraft>;
}

/**
 * Changes a tag.
 * @throws {BusinessError} tag-not-found, slug-unacceptable, tag-name-taken, slug-taken
 */
export const updateTag =
  (deps: UpdateDependencies) =>
  (input: UpdateTagInput): Promise<Tag> =>
    deps.work.run((tx) =>
      changeWithin(tx.tags, deps, input, {
        notFound: 'tag-not-found',
        check: (stored) => checkChangedSlug(stored, input.change),
      }),
    );

export type UpdateTag = ReturnType<typeof updateTag>;
