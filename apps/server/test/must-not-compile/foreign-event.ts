import { addEntity, type EventDependencies, type Transaction } from '@portcullis/application/internal';
import { menuEvents, tagEvents, type Actor, type Tag } from '@portcullis/domain/internal';

export async function addTag(tx: Transaction, deps: EventDependencies, actor: Actor, tag: Tag): Promise<void> {
  await addEntity(tx, deps, { actor, event: tagEvents.created }, tag, tx.tags.add);
  // @ts-expect-error A tag has none of the fields that events of menus record.
  await addEntity(tx, deps, { actor, event: menuEvents.created }, tag, tx.tags.add);
}
