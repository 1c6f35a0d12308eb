import { isDeletion, type NewEvent } from '@portcullis/domain/internal/events/event';
import type { OwnReference } from '@portcullis/domain/internal/own-fields';
import type { OwnResource } from '@portcullis/domain/internal/own-resource';
import { isId, type Id } from '@portcullis/domain/internal/shared/ids';
import type { OwnReferrer, OwnRepository } from './ports/own-resources.ts';
import type { IdSource } from './ports/system.ts';
import type { Uses } from './ports/unit-of-work.ts';

interface Dependencies {
  /** The fields whose entries are removed together with what they refer to. */
  readonly referrers: readonly OwnReferrer[];
  readonly ids: IdSource;
}

/**
 * Runs the work of a transaction, and then removes the entries which refer to what it has deleted, if their fields say so.
 * Each removed entry has its event, with the actor of the deletion.
 */
export async function removingReferrers<Tx extends Uses<'events'>, Result>(
  tx: Tx,
  deps: Dependencies,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const deletions: NewEvent[] = [];
  const noting =
    <Written>(add: (written: Written) => Promise<void>) =>
    (written: Written & (NewEvent | readonly NewEvent[])): Promise<void> => {
      deletions.push(...[written].flat().filter(isDeletion));
      return add(written);
    };
  const events: Tx['events'] = Object.create(tx.events, {
    add: { value: noting(tx.events.add) },
    addAll: { value: noting(tx.events.addAll) },
  });
  const observed: Tx = Object.create(tx, { events: { value: events } });
  const result = await work(observed);
  await removeReferring(tx, deps, deletions);
  return result;
}

async function removeReferring(
  tx: Uses<'events'>,
  { referrers, ids }: Dependencies,
  deletions: readonly NewEvent[],
): Promise<void> {
  const queue = [...deletions];
  // References can form a circle.
  const removed = new Set<string | null>(deletions.map(({ subject }) => subject.id));
  const removals = new Map<string, Removal>();
  for (const { subject, ...deletion } of queue) {
    for (const { resource, field, to, repository } of referrers) {
      if (to !== subject.type || !isId<string>(subject.id)) continue;
      const found = await repository(tx).lockReferring(field, [subject.id]);
      const entities = found.filter(({ id }) => !removed.has(id));
      const { ids: others = [] } = removals.get(resource.name) ?? {};
      const all = [...others, ...entities.map(({ id }) => id)];
      for (const { id } of entities) removed.add(id);
      if (entities.length > 0) removals.set(resource.name, { resource, ids: all, repository: repository(tx) });
      const { deleted } = resource.events;
      const events = entities.map((entity) => ({
        ...deletion,
        id: ids.next<'Event'>(),
        type: deleted.type,
        subject: { type: deleted.subject.type, id: entity.id, name: deleted.subject.nameOf(entity) },
        changes: deleted.changesOf(entity, {}),
      }));
      await tx.events.addAll(events);
      queue.push(...events);
    }
  }
  for (const removal of inOrder([...removals.values()])) await removal.repository.removeAll(removal.ids);
}

/** The entries of a resource that are removed. */
interface Removal {
  readonly resource: OwnResource;
  readonly repository: OwnRepository;
  readonly ids: readonly Id<string>[];
}

/** Returns removals in an order in which nothing is removed to which a later one refers. */
function inOrder(removals: readonly Removal[]): readonly Removal[] {
  const ordered = new Set<Removal>();
  const add = (removal: Removal): void => {
    const { name } = removal.resource;
    const refers = ({ to }: OwnReference): boolean => typeof to !== 'string' && to.name === name;
    // Only a resource that is defined later can refer to one, so there are no other circles.
    for (const other of removals) if (other !== removal && other.resource.references.some(refers)) add(other);
    ordered.add(removal);
  };
  for (const removal of removals) add(removal);
  return [...ordered];
}
