import { updateEntity, type EventDependencies } from '@portcullis/application/internal/changes';
import type { Transaction } from '@portcullis/application/internal/ports/unit-of-work';
import type { Actor } from '@portcullis/domain/internal/shared/actor';
import type { TagId } from '@portcullis/domain/internal/shared/ids';
import { tagEvents } from '@portcullis/domain/internal/contents/tag';

const update = (tx: Transaction, actor: Actor, id: TagId) =>
  ({ entities: tx.tags, notFound: 'tag-not-found', event: tagEvents.updated, actor, id }) as const;

export async function renameTag(tx: Transaction, deps: EventDependencies, actor: Actor, id: TagId): Promise<void> {
  const change = () => ({ name: 'News' });
  await updateEntity(tx, deps, { ...update(tx, actor, id), ifMatch: [1] }, change);
  // @ts-expect-error A change must say which versions of the entity the client accepts.
  await updateEntity(tx, deps, update(tx, actor, id), change);
}
