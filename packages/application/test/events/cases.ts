import type { EventActor, EventSubject, EventType } from '@portcullis/domain';
import type * as application from '../../src/index.ts';
import { aClient, anActor, aUser, type InMemoryWorld } from '../../src/testing/index.ts';

/** The value of each changed field before and after a write. */
type ExpectedChanges = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/** An event that a write must add. */
export interface ExpectedEvent {
  readonly type: EventType;
  readonly actor: Pick<EventActor, 'type' | 'id' | 'name'>;
  readonly subject: EventSubject;
  readonly changes: ExpectedChanges;
}

/** A write through a use case. */
export interface EventCase {
  readonly useCase: keyof typeof application;
  /** Tells the cases of one use case apart. */
  readonly when?: string;
  /**
   * Makes the write.
   * @param begin called after preparations that add events of their own
   * @returns the events that the write must have added, in order
   */
  readonly write: (world: InMemoryWorld, begin: () => Promise<void>) => Promise<readonly ExpectedEvent[]>;
}

/** The user who makes the writes. */
export const ada = aUser({ username: 'ada' });
export const actor = anActor({ id: ada.id, name: ada.username });
export const client = aClient;

/** The subjects whose type is not the first part of the type of their events. */
const subjectTypeOf = (type: EventType): EventSubject['type'] => {
  const [first = ''] = type.split('.');
  const subjects = [
    'user',
    'role',
    'permission',
    'menu',
    'category',
    'tag',
    'content',
    'accessControl',
    'webhook',
  ] as const;
  return subjects.find((name) => name === first) ?? 'user';
};

/** Returns an event that `by` has caused, which is `actor` by default. */
export const event = (
  type: EventType,
  { id, name }: Pick<EventSubject, 'id' | 'name'>,
  changes: ExpectedChanges,
  by: ExpectedEvent['actor'] = { type: 'user', id: actor.id, name: actor.name },
): ExpectedEvent => ({ type, actor: by, subject: { type: subjectTypeOf(type), id, name }, changes });

type Fields = Readonly<Record<string, unknown>>;

/** The changes of an entity that is new: each named field had no value before. */
export const added = (fields: Fields): ExpectedChanges =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [null, value]]));

/** The changes of an entity that was removed: each named field has no value afterwards. */
export const removed = (fields: Fields): ExpectedChanges =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value, null]]));
