import { orNotFound, type TagId } from '@portcullis/domain';
import type { WorkDependencies } from '../dependencies.ts';

/**
 * Removes a tag and its links to contents.
 * @throws {BusinessError} tag-not-found
 */
export const deleteTag =
  (deps: WorkDependencies) =>
  (id: TagId): Promise<void> =>
    deps.work.run(async (tx) => {
      orNotFound(await tx.tags.lock(id), 'tag-not-found');
      await tx.tags.remove(id);
    });

export type DeleteTag = ReturnType<typeof deleteTag>;
