import { addEntity, changeEntity, type Clock, type IdSource, type UnitOfWork } from '@portcullis/application';
import { orNotFound, type Actor } from '@portcullis/domain';
import { labelEvents, labelNotFound, type Label, type LabelDraft, type LabelId } from '../../domain/label.ts';
import type { LabelTransaction } from '../ports/labels.ts';

interface Dependencies {
  readonly work: UnitOfWork<LabelTransaction>;
  readonly clock: Clock;
  readonly ids: IdSource;
}

interface Change {
  readonly actor: Actor;
  readonly id: LabelId;
}

/**
 * Adds a label.
 * @throws {BusinessError} label-name-taken
 */
export const createLabel =
  (deps: Dependencies) =>
  ({ actor, draft }: { readonly actor: Actor; readonly draft: LabelDraft }): Promise<Label> =>
    deps.work.run((tx) => {
      const at = deps.clock.now();
      const label: Label = { id: deps.ids.next(), ...draft, createdAt: at, updatedAt: at };
      return addEntity(tx, deps, { actor, event: labelEvents.created }, label, tx.labels.add);
    });

export type CreateLabel = ReturnType<typeof createLabel>;

/**
 * Changes a label.
 * @throws {BusinessError} label-not-found, label-name-taken
 */
export const updateLabel =
  (deps: Dependencies) =>
  ({ actor, id, change }: Change & { readonly change: Partial<LabelDraft> }): Promise<Label> =>
    deps.work.run(async (tx) => {
      const stored = orNotFound(await tx.labels.lock(id), labelNotFound);
      const after = { ...stored, ...change, updatedAt: deps.clock.now() };
      const recorded = { actor, event: labelEvents.updated, stored, ifMatch: 'any' } as const;
      await changeEntity(tx, deps, recorded, async (allow) => {
        await tx.labels.save(allow(after));
        return { subject: after, before: stored, after };
      });
      return after;
    });

export type UpdateLabel = ReturnType<typeof updateLabel>;

/**
 * Removes a label.
 * @throws {BusinessError} label-not-found
 */
export const deleteLabel =
  (deps: Dependencies) =>
  ({ actor, id }: Change): Promise<void> =>
    deps.work.run(async (tx) => {
      const stored = orNotFound(await tx.labels.lock(id), labelNotFound);
      const recorded = { actor, event: labelEvents.deleted, stored, ifMatch: 'any' } as const;
      await changeEntity(tx, deps, recorded, async (allow) => {
        await tx.labels.remove(allow(id));
        return { before: stored };
      });
    });

export type DeleteLabel = ReturnType<typeof deleteLabel>;
