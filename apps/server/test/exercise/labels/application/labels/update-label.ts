import { changeWithin, type Clock } from '@portcullis/application';
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
  (input: UpdateLabelInput): Promise<Label> =>
    work.run((tx) => changeWithin(tx.labels, { clock }, input, { notFound: labelNotFound }));

export type UpdateLabel = ReturnType<typeof updateLabel>;
