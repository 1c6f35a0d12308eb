import { tagEvents, type Actor, type TagId } from '@portcullis/domain';
import { removeEntity } from '../changes.ts';
import type { IfMatchInput } from '../dependencies.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Uses } from '../ports/unit-of-work.ts';

export interface DeleteTagInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: TagId;
}

/**
 * Removes a tag and its links to contents.
 * @throws {BusinessError} tag-not-found, version-changed
 */
export const deleteTag = inTransaction((tx: Uses<'tags' | 'events'>, deps, { actor, id, ifMatch }: DeleteTagInput) => {
  const removal = { entities: tx.tags, notFound: 'tag-not-found', event: tagEvents.deleted } as const;
  return removeEntity(tx, deps, { ...removal, actor, id, ifMatch });
});

export type DeleteTag = ReturnType<typeof deleteTag>;
