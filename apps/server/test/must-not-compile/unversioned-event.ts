import { updateEntity, type EventDependencies } from '@portcullis/application/internal/changes';
import type { Transaction } from '@portcullis/application/internal/ports/unit-of-work';
import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { declareEvent, declareSubject, recordedFields } from '@portcullis/domain/internal/shared/declare-event';
import type { TagId } from '@portcullis/domain/internal/shared/ids';
import type { Tag } from '@portcullis/domain/internal/contents/tag';

const tag = declareSubject('tag', ({ name }: Pick<Tag, 'name'>) => name);
const renamed = declareEvent(tag, 'tag.updated', recordedFields<Tag>()('name'));
const viewed = declareEvent(tag, 'tag.viewed', recordedFields<Tag>()('name'));

export async function renameTag(tx: Transaction, deps: EventDependencies, actor: Actor, id: TagId): Promise<void> {
  const update = { entities: tx.tags, notFound: 'tag-not-found', actor, id, ifMatch: 'any' } as const;
  const change = () => ({ name: 'News' });
  await updateEntity(tx, deps, { ...update, event: renamed }, change);
  // @ts-expect-error Events of this type do not count as new versions.
  await updateEntity(tx, deps, { ...update, event: viewed }, change);
}
