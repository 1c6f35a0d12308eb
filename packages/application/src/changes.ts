import type { Identified } from '@portcullis/domain/internal/shared/declare-event';
import { orNotFound, type NotFound } from '@portcullis/domain/internal/shared/errors';
import {
  isRecorded,
  newEvent,
  type EventCause,
  type EventInput,
  type EventKind,
  type VersionEventType,
} from '@portcullis/domain/internal/events/event';
import type { Actor } from '@portcullis/domain/internal/shared/actor';
import type { Id } from '@portcullis/domain/internal/shared/ids';
import { requireVersion, type Versioned, type VersionCondition } from '@portcullis/domain/internal/shared/version';
import type { Checked, Recorded } from './ports/collection.ts';
import type { Clock, IdSource } from './ports/system.ts';
import type { UnitOfWork, Uses } from './ports/unit-of-work.ts';

/** The dependencies of functions that record events. */
export interface EventDependencies {
  readonly clock: Clock;
  readonly ids: IdSource;
}

/**
 * Makes a use case from a function that needs only a transaction. The use case runs the function in a transaction of
 * its own. Other use cases call `within` to run it in their transaction.
 */
export function inTransaction<Tx, Input extends { readonly actor: Pick<Actor, 'keyed'> }, Output>(
  within: (tx: Tx, deps: EventDependencies, input: Input) => Promise<Output>,
) {
  const useCase =
    (deps: EventDependencies & { readonly work: UnitOfWork<Tx> }) =>
    (input: Input): Promise<Output> =>
      deps.work.run((tx) => within(tx, deps, input), { keyed: input.actor.keyed });
  return Object.assign(useCase, { within });
}

/**
 * Records an event in the same transaction as the write that it describes. Records nothing if the write changed
 * nothing.
 */
export async function recordEvent<Named, Before, After>(
  tx: Uses<'events'>,
  { clock, ids }: EventDependencies,
  occurrence: EventInput<Named, Before, After>,
): Promise<void> {
  const event = newEvent(ids.next(), clock.now(), occurrence);
  if (isRecorded(occurrence.event, event)) await tx.events.add(event);
}

/** Records several events, in this order, like `recordEvent`. */
export async function recordEvents<Named, Before, After>(
  tx: Uses<'events'>,
  { clock, ids }: EventDependencies,
  occurrences: readonly EventInput<Named, Before, After>[],
): Promise<void> {
  const events = occurrences.flatMap((occurrence) => {
    const event = newEvent(ids.next(), clock.now(), occurrence);
    return isRecorded(occurrence.event, event) ? [event] : [];
  });
  await tx.events.addAll(events);
}

interface Entity extends Versioned {
  readonly id: Id<string>;
}

type Events = Uses<'events'>;

/** Allows a value to be written. Only the functions of this file may call it. */
function check<Value>(value: Value): Checked<Value>;
function check(value: unknown): unknown {
  return value;
}

/** Allows a value to be written, because its event is recorded. */
export type Allow = <Value>(value: Value) => Recorded<Value>;

/** Who changes an entity, and the event that records the change. */
interface RecordedChange<Named, Before, After> {
  readonly actor: EventCause;
  readonly event: EventKind<Named, Before, After>;
}

/** An entity that is about to be changed, and the versions of it that the caller accepts. `any`: every version. */
type Expected<Stored> =
  | { readonly stored: Stored; readonly ifMatch: 'any' }
  | { readonly stored: Stored & Entity; readonly ifMatch: VersionCondition | undefined };

/** The values of the recorded fields before and after a change. */
interface Written<Named, Before, After> {
  /** The entity with its new name. Default: the stored entity. */
  readonly subject?: Named;
  readonly before?: Before;
  readonly after?: After;
}

/**
 * Changes what belongs to an entity, or an entity without a version: runs `write` and records the event.
 * @param write gets a function that allows values to be written
 * @returns what `write` returns
 * @throws the errors of `write`
 * @example
 * interface Note {
 *   readonly id: Id<'Note'>;
 *   readonly title: string;
 * }
 * const subject = declareSubject('acme.note', ({ title }: Note) => title);
 * // Nothing that is recorded changes, but the event says that notes were sent.
 * const notesSent = declareEvent(subject, 'acme.note.sent', recordedFields<Note>()());
 * interface Dependencies {
 *   readonly work: UnitOfWork<Uses<'events'>>;
 *   readonly clock: Clock;
 *   readonly ids: IdSource;
 * }
 * const recordSending = (deps: Dependencies, actor: Actor, note: Note) =>
 *   deps.work.run((tx) => recordChange(tx, deps, { actor, event: notesSent, subject: note }, async () => ({})));
 */
export async function recordChange<
  Named,
  Before,
  After,
  Result extends Written<Identified<NoInfer<Named>>, NoInfer<Before>, NoInfer<After>>,
>(
  tx: Events,
  deps: EventDependencies,
  change: RecordedChange<Named, Before, After> & { readonly subject: Identified<NoInfer<Named>> },
  write: (allow: Allow) => Promise<Result>,
): Promise<Result> {
  const { event, actor } = change;
  const written = await write(check);
  const { subject = change.subject, before, after } = written;
  await recordEvent(tx, deps, { event, actor, subject, before, after });
  return written;
}

/**
 * Changes a stored entity, or what belongs to it: compares its version, runs `write`, and records the event. The caller
 * must have locked the entity. Use `updateEntity` or `removeEntity` if they suffice.
 * @param write gets a function that allows values to be written
 * @returns what `write` returns
 * @throws {BusinessError} version-changed, and the errors of `write`
 * @example
 * interface Note {
 *   readonly id: Id<'Note'>;
 *   readonly title: string;
 * }
 * const subject = declareSubject('acme.note', ({ title }: Note) => title);
 * const noteUpdated = declareEvent(subject, 'acme.note.updated', recordedFields<Note>()('title'));
 * const noteNotFound = declareRefusal('note-not-found');
 * interface Dependencies {
 *   readonly work: UnitOfWork<GuardedRepositories<{ readonly notes: ReportedCollection<Note> }> & Uses<'events'>>;
 *   readonly clock: Clock;
 *   readonly ids: IdSource;
 * }
 * const renameNote = (deps: Dependencies, actor: Actor, id: Id<'Note'>, title: string): Promise<Note> =>
 *   deps.work.run(async (tx) => {
 *     const stored = orNotFound(await tx.notes.lock(id), noteNotFound);
 *     const after = { ...stored, title };
 *     await changeEntity(tx, deps, { actor, event: noteUpdated, stored, ifMatch: 'any' }, async (allow) => {
 *       await tx.notes.save(allow(after));
 *       return { subject: after, before: stored, after };
 *     });
 *     return after;
 *   });
 */
export async function changeEntity<
  Named,
  Before,
  After,
  Result extends Written<Identified<NoInfer<Named>>, NoInfer<Before>, NoInfer<After>>,
>(
  tx: Events,
  deps: EventDependencies,
  change: RecordedChange<Named, Before, After> & Expected<Identified<NoInfer<Named>>>,
  write: (allow: typeof check) => Promise<Result>,
): Promise<Result> {
  const { actor, event, stored } = change;
  if (change.ifMatch !== 'any') requireVersion(change.stored, change.ifMatch);
  return recordChange(tx, deps, { actor, event, subject: stored }, () => write(check));
}

/** The events of several changes. */
interface WrittenTogether<Named, Before, After> {
  readonly events: readonly EventInput<Named, Before, After>[];
}

/**
 * Does the same as `changeEntity` for several entities, whose events are recorded with one statement.
 * @param changed the entities that are about to be changed; new ones are left out
 */
export async function changeEntities<Named, Before, After, Result extends WrittenTogether<Named, Before, After>>(
  tx: Events,
  deps: EventDependencies,
  changed: readonly Expected<Identified<NoInfer<Named>>>[],
  write: (allow: typeof check) => Promise<Result & WrittenTogether<Named, Before, After>>,
): Promise<Result> {
  for (const each of changed) if (each.ifMatch !== 'any') requireVersion(each.stored, each.ifMatch);
  const written = await write(check);
  await recordEvents(tx, deps, written.events);
  return written;
}

/**
 * Adds an entity and records the event.
 * @param add may return fields with other values than those of `entity`, such as a slug that was not in use
 * @returns the entity with these fields
 * @example
 * interface Note {
 *   readonly id: Id<'Note'>;
 *   readonly title: string;
 * }
 * const subject = declareSubject('acme.note', ({ title }: Note) => title);
 * const noteCreated = declareEvent(subject, 'acme.note.created', recordedFields<Note>()('title'));
 * interface Dependencies {
 *   readonly work: UnitOfWork<GuardedRepositories<{ readonly notes: ReportedCollection<Note> }> & Uses<'events'>>;
 *   readonly clock: Clock;
 *   readonly ids: IdSource;
 * }
 * const createNote = (deps: Dependencies, actor: Actor, title: string): Promise<Note> =>
 *   deps.work.run((tx) =>
 *     addEntity(tx, deps, { actor, event: noteCreated }, { id: deps.ids.next<'Note'>(), title }, tx.notes.add),
 *   );
 */
export async function addEntity<Added extends { readonly id: Id<string> }>(
  tx: Events,
  deps: EventDependencies,
  { actor, event }: RecordedChange<Added, never, Added>,
  entity: Added,
  add: (entity: Checked<Added>) => Promise<Partial<Added> | void>,
): Promise<Added> {
  const added = { ...entity, ...(await add(check(entity))) };
  await recordEvent(tx, deps, { event, actor, subject: added, after: added });
  return added;
}

/** A change to the entity with an id, if its version is one of those that the caller accepts. */
interface Condition<Stored extends Entity> {
  readonly id: Stored['id'];
  /** Undefined: every version. */
  readonly ifMatch: VersionCondition | undefined;
  readonly notFound: NotFound;
  /** Called before the version is compared. Throws if the permissions of the caller do not reach the entity. */
  readonly requireReach?: ((stored: Stored) => Promise<void> | void) | undefined;
}

interface Update<Stored extends Entity> extends RecordedChange<Stored, Stored, Stored>, Condition<Stored> {
  readonly event: EventKind<Stored, Stored, Stored> & { readonly type: VersionEventType };
  readonly entities: {
    readonly lock: (id: Stored['id']) => Promise<Stored | undefined>;
    readonly save: (entity: Checked<Stored>) => Promise<Versioned>;
  };
}

/**
 * Locks an entity, compares its version, changes some of its fields and its `updatedAt`, saves it, and records the
 * event.
 * @param change returns the new values of the changed fields. Throws if the change is not allowed.
 * @returns the changed entity
 * @throws {BusinessError} `notFound`, version-changed, and the errors of `change`
 * @example
 * interface Note extends Versioned {
 *   readonly id: Id<'Note'>;
 *   readonly title: string;
 * }
 * const subject = declareSubject('acme.note', ({ title }: Note) => title);
 * const recorded = recordedFields<Note>()('title');
 * const noteUpdated = declareEvent(subject, 'acme.note.updated', recorded);
 * const noteNotFound = declareRefusal('note-not-found');
 * interface Dependencies {
 *   readonly work: UnitOfWork<GuardedRepositories<{ readonly notes: VersionedCollection<Note> }> & Uses<'events'>>;
 *   readonly clock: Clock;
 *   readonly ids: IdSource;
 * }
 * interface Input {
 *   readonly actor: Actor;
 *   readonly id: Id<'Note'>;
 *   readonly ifMatch: VersionCondition | undefined;
 *   readonly title: string;
 * }
 * const renameNote = (deps: Dependencies, { title, ...input }: Input): Promise<Note> =>
 *   deps.work.run((tx) => {
 *     const update = { ...input, entities: tx.notes, event: noteUpdated, notFound: noteNotFound };
 *     return updateEntity(tx, deps, update, () => ({ title }));
 *   });
 */
export async function updateEntity<Stored extends Entity>(
  tx: Events,
  deps: EventDependencies,
  { entities, id, ifMatch, notFound, requireReach, ...recorded }: Update<Stored>,
  change: (stored: Stored) => Partial<Stored>,
): Promise<Stored> {
  const stored = orNotFound(await entities.lock(id), notFound);
  await requireReach?.(stored);
  requireVersion(stored, ifMatch);
  const changed = { ...stored, ...change(stored), updatedAt: deps.clock.now() };
  const saved = { ...changed, ...(await entities.save(check(changed))) };
  await recordEvent(tx, deps, { ...recorded, subject: saved, before: stored, after: saved });
  return saved;
}

interface Removal<Stored extends Entity>
  extends RecordedChange<Stored, Stored, { readonly affected: number }>,
    Condition<Stored> {
  readonly entities: {
    readonly lock: (id: Stored['id']) => Promise<Stored | undefined>;
    readonly remove: (id: Checked<Stored['id']>) => Promise<number>;
  };
}

/**
 * Locks an entity, compares its version, removes it, and records the event.
 * @param requireRemovable throws if the entity cannot be removed
 * @throws {BusinessError} `notFound`, version-changed, and the errors of `requireRemovable`
 * @example
 * interface Note extends Versioned {
 *   readonly id: Id<'Note'>;
 *   readonly title: string;
 * }
 * const subject = declareSubject('acme.note', ({ title }: Note) => title);
 * const recorded = recordedFields<Note>()('title');
 * const noteDeleted = declareEvent(subject, 'acme.note.deleted', ofDeletion(recorded));
 * const noteNotFound = declareRefusal('note-not-found');
 * interface Dependencies {
 *   readonly work: UnitOfWork<GuardedRepositories<{ readonly notes: VersionedCollection<Note> }> & Uses<'events'>>;
 *   readonly clock: Clock;
 *   readonly ids: IdSource;
 * }
 * const deleteNote = (deps: Dependencies, actor: Actor, id: Id<'Note'>): Promise<void> =>
 *   deps.work.run((tx) => {
 *     const removal = { entities: tx.notes, actor, event: noteDeleted, id, ifMatch: undefined, notFound: noteNotFound };
 *     return removeEntity(tx, deps, removal);
 *   });
 */
export async function removeEntity<Stored extends Entity>(
  tx: Events,
  deps: EventDependencies,
  { entities, id, ifMatch, notFound, requireReach, ...recorded }: Removal<Stored>,
  requireRemovable?: (stored: Stored) => Promise<void> | void,
): Promise<void> {
  const stored = orNotFound(await entities.lock(id), notFound);
  await requireReach?.(stored);
  requireVersion(stored, ifMatch);
  await requireRemovable?.(stored);
  const affected = await entities.remove(check(id));
  await recordEvent(tx, deps, { ...recorded, subject: stored, before: stored, after: { affected } });
}
