import { addEntity, type EventDependencies } from '@portcullis/application/internal/changes';
import type { Transaction } from '@portcullis/application/internal/ports/unit-of-work';
import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { menuEvents } from '@portcullis/domain/internal/menus/menu';
import { tagEvents, type Tag } from '@portcullis/domain/internal/contents/tag';

export async function addTag(tx: Transaction, deps: EventDependencies, actor: Actor, tag: Tag): Promise<void> {
  await addEntity(tx, deps, { actor, event: tagEvents.created }, tag, tx.tags.add);
  // @ts-expect-error A tag has none of the fields that events of menus record.
  await addEntity(tx, deps, { actor, event: menuEvents.created }, tag, tx.tags.add);
}
