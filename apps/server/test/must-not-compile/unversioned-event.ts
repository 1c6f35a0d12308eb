import { updateEntity, type EventDependencies, type Transaction } from '@portcullis/application/internal';
import {
  declareEvent,
  declareSubject,
  recordedFields,
  type Actor,
  type Tag,
  type TagId,
} from '@portcullis/domain/internal';

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
