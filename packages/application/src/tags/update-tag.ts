import { checkChangedSlug, orNotFound, type Tag, type TagDraft, type TagId } from '@portcullis/domain';
import type { UpdateDependencies } from '../dependencies.ts';

export interface UpdateTagInput {
  readonly id: TagId;
  /** A changed name does not change the slug. */
  readonly change: Partial<TagDraft>;
}

/**
 * Changes a tag.
 * @throws {BusinessError} tag-not-found, slug-unacceptable, tag-name-taken, slug-taken
 */
export const updateTag =
  ({ work, clock }: UpdateDependencies) =>
  ({ id, change }: UpdateTagInput): Promise<Tag> =>
    work.run(async (tx) => {
      const stored = orNotFound(await tx.tags.lock(id), 'tag-not-found');
      checkChangedSlug(stored, change);
      const tag = { ...stored, ...change, updatedAt: clock.now() };
      await tx.tags.save(tag);
      return tag;
    });

export type UpdateTag = ReturnType<typeof updateTag>;
