import type { Clock } from '@portcullis/application';
import { orNotFound } from '@portcullis/domain';
import { labelNotFound, type Label, type LabelDraft, type LabelId } from '../../domain/label.ts';
import type { LabelWork } from '../ports/labels.ts';

interface UpdateLabelInput {
  readonly id: LabelId;
  readonly change: Partial<LabelDraft>;
}

/**
 * Changes a label.
 * @throws {BusinessError} label-not-found, label-name-taken
 */
export const updateLabel =
  ({ work, clock }: { readonly work: LabelWork; readonly clock: Clock }) =>
  ({ id, change }: UpdateLabelInput): Promise<Label> =>
    work.run(async (tx) => {
      const stored = orNotFound(await tx.labels.lock(id), labelNotFound);
      const changed = { ...stored, ...change, updatedAt: clock.now() };
      await tx.labels.save(changed);
      return changed;
    });

export type UpdateLabel = ReturnType<typeof updateLabel>;
