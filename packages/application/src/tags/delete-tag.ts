import { orNotFound, type TagId } from '@portcullis/domain';
import type { WorkDependencies } from '../dependencies.ts';

/**
 * Removes a tag and takes it off every content.
 * @throws {BusinessError} tag-not-found
 */
export const deleteTag =
  (use: WorkDependencies) =>
  (id: TagId): Promise<void> =>
    use.work.run(async (tx) => {
      orNotFound(await tx.tags.lock(id), 'tag-not-found');
      await tx.tags.remove(id);
    });

export type DeleteTag = ReturnType<typeof deleteTag>;
