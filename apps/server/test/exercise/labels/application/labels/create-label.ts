import type { Clock, IdSource } from '@portcullis/application';
import type { Label, LabelDraft } from '../../domain/label.ts';
import type { LabelWork } from '../ports/labels.ts';

interface CreateLabelDependencies {
  readonly work: LabelWork;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/**
 * Adds a label.
 * @throws {BusinessError} label-name-taken
 */
export const createLabel =
  ({ work, clock, ids }: CreateLabelDependencies) =>
  (draft: LabelDraft): Promise<Label> =>
    work.run(async (tx) => {
      const at = clock.now();
      const label: Label = { id: ids.next(), ...draft, createdAt: at, updatedAt: at };
      await tx.labels.add(label);
      return label;
    });

export type CreateLabel = ReturnType<typeof createLabel>;
