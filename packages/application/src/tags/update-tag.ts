import {
  tagEvents,
  requireVersion,
  checkChangedSlug,
  type Actor,
  type Tag,
  type EditableTag,
  type TagId,
} from '@portcullis/domain';
import { changeWithin } from '../changes.ts';
import type { IfMatchInput, CreateDependencies } from '../dependencies.ts';
import { recordEvent } from '../record-event.ts';

export interface UpdateTagInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: TagId;
  /** A new name does not change the slug. */
  readonly change: Partial<EditableTag>;
}

/**
 * Changes a tag.
 * @throws {BusinessError} tag-not-found, version-changed, slug-unacceptable, tag-name-taken, slug-taken
 */
export const updateTag =
  (deps: CreateDependencies) =>
  (input: UpdateTagInput): Promise<Tag> =>
    deps.work.run((tx) =>
      changeWithin(tx.tags, deps, input, {
        notFound: 'tag-not-found',
        check: (stored) => checkChangedSlug(requireVersion(stored, input.ifMatch), input.change),
        record: (before, after) =>
          recordEvent(tx, deps, {
            event: tagEvents.updated,
            actor: input.actor,
            subject: after,
            before,
            after,
          }),
      }),
    );

export type UpdateTag = ReturnType<typeof updateTag>;
