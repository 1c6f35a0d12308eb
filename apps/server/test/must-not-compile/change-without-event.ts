import { addEntity, type EventDependencies, type Transaction } from '@portcullis/application';
import { tagEvents, type Actor, type Tag } from '@portcullis/domain';

export async function addTag(tx: Transaction, deps: EventDependencies, actor: Actor, tag: Tag): Promise<void> {
  await addEntity(tx, deps, { actor, event: tagEvents.created }, tag, (checked) => tx.tags.add(checked));
  // @ts-expect-error Only the functions that record events can add, save or remove an entity with a version.
  await tx.tags.add(tag);
}
