import { tagEvents, requireVersion, orNotFound, type Actor, type TagId } from '@portcullis/domain';
import type { IfMatchInput, CreateDependencies } from '../dependencies.ts';
import { recordEvent } from '../record-event.ts';

export interface DeleteTagInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: TagId;
}

/**
 * Removes a tag and its links to contents.
 * @throws {BusinessError} tag-not-found, version-changed
 */
export const deleteTag =
  (deps: CreateDependencies) =>
  ({ actor, id, ifMatch }: DeleteTagInput): Promise<void> =>
    deps.work.run(async (tx) => {
      const tag = requireVersion(orNotFound(await tx.tags.lock(id), 'tag-not-found'), ifMatch);
      const after = { affected: { contents: await tx.tags.remove(id) } };
      const subject = { id, name: tag.name };
      await recordEvent(tx, deps, { event: tagEvents.deleted, actor, subject, before: tag, after });
    });

export type DeleteTag = ReturnType<typeof deleteTag>;
