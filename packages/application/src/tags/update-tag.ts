import { checkChangedSlug, tagEvents, type Actor, type EditableTag, type Tag, type TagId } from '@portcullis/domain';
import { updateEntity } from '../changes.ts';
import type { IfMatchInput } from '../dependencies.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Uses } from '../ports/unit-of-work.ts';

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
export const updateTag = inTransaction(
  (tx: Uses<'tags' | 'events'>, deps, { actor, id, change, ifMatch }: UpdateTagInput): Promise<Tag> => {
    const update = { entities: tx.tags, notFound: 'tag-not-found', event: tagEvents.updated } as const;
    return updateEntity(tx, deps, { ...update, actor, id, ifMatch }, (stored) => {
      checkChangedSlug(stored, change);
      return change;
    });
  },
);

export type UpdateTag = ReturnType<typeof updateTag>;
