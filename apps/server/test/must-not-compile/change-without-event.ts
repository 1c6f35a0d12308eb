import { addEntity, type EventDependencies } from '@portcullis/application/internal/changes';
import type { Transaction } from '@portcullis/application/internal/ports/unit-of-work';
import type { Actor } from '@portcullis/domain/internal/shared/actor';
import type { ContentId, FactorId } from '@portcullis/domain/internal/shared/ids';
import { tagEvents, type Tag } from '@portcullis/domain/internal/contents/tag';

export async function addTag(tx: Transaction, deps: EventDependencies, actor: Actor, tag: Tag): Promise<void> {
  await addEntity(tx, deps, { actor, event: tagEvents.created }, tag, (checked) => tx.tags.add(checked));
  // @ts-expect-error Only the functions that record events can add, save or remove an entity with a version.
  await tx.tags.add(tag);
}

export async function remove(tx: Transaction, factor: FactorId, content: ContentId): Promise<void> {
  // @ts-expect-error The same applies to factors, which have no version.
  await tx.factors.remove([factor]);
  // @ts-expect-error The same applies to working copies.
  await tx.workingCopies.remove(content);
}
