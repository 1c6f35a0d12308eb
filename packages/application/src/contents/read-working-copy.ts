import { orNotFound, type ContentId } from '@portcullis/domain';
import type { WorkingCopyWithLongFields, WorkingCopyViews } from '../ports/working-copies.ts';

/**
 * Reads the working copy of a content.
 * @throws {BusinessError} working-copy-not-found
 */
export const readWorkingCopy =
  ({ workingCopies }: { readonly workingCopies: WorkingCopyViews }) =>
  async (id: ContentId): Promise<WorkingCopyWithLongFields> =>
    orNotFound(await workingCopies.find(id), 'working-copy-not-found');
