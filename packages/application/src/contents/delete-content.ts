import { orNotFound, type ContentId } from '@portcullis/domain';
import type { WorkDependencies } from '../dependencies.ts';

/**
 * Removes a content and its tag links.
 * @throws {BusinessError} content-not-found
 */
export const deleteContent =
  (deps: WorkDependencies) =>
  (id: ContentId): Promise<void> =>
    deps.work.run(async (tx) => {
      orNotFound(await tx.contents.lock(id), 'content-not-found');
      await tx.contents.remove(id);
    });

export type DeleteContent = ReturnType<typeof deleteContent>;
