import { orNotFound } from '@portcullis/domain';
import { labelNotFound, type LabelId } from '../../domain/label.ts';
import type { LabelWork } from '../ports/labels.ts';

/**
 * Removes a label.
 * @throws {BusinessError} label-not-found
 */
export const deleteLabel =
  ({ work }: { readonly work: LabelWork }) =>
  (id: LabelId): Promise<void> =>
    work.run(async (tx) => {
      orNotFound(await tx.labels.lock(id), labelNotFound);
      await tx.labels.remove(id);
    });

export type DeleteLabel = ReturnType<typeof deleteLabel>;
