import { workingCopyEvents, orNotFound, type Actor, type ContentId } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import { recordEvent } from '../record-event.ts';

export interface DiscardWorkingCopyInput {
  readonly actor: Actor;
  readonly id: ContentId;
}

/**
 * Removes the working copy of a content. The content does not change.
 * @throws {BusinessError} working-copy-not-found
 */
export const discardWorkingCopy =
  (deps: CreateDependencies<'contents' | 'workingCopies' | 'events'>) =>
  ({ actor, id }: DiscardWorkingCopyInput): Promise<void> =>
    deps.work.run(async (tx) => {
      const content = orNotFound(await tx.contents.lock(id), 'working-copy-not-found');
      const before = orNotFound(await tx.workingCopies.lock(id), 'working-copy-not-found');
      await tx.workingCopies.remove(id);
      await recordEvent(tx, deps, {
        event: workingCopyEvents.discarded,
        actor,
        subject: content,
        before,
      });
    });
