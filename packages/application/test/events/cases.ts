import type { EventActor, EventSubject } from '@portcullis/domain/internal/events/event';
import type { EventType } from '@portcullis/domain/internal/events/event-types';
import { aClient, anActor, aUser } from '@portcullis/testing/internal/builders';
import type { InMemoryWorld } from '@portcullis/testing/internal/world';

/** The value of each changed field before and after a write. */
type ExpectedChanges = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/** An event that the use case must add. */
export interface ExpectedEvent {
  readonly type: EventType;
  readonly actor: Pick<EventActor, 'type' | 'id' | 'name'>;
  readonly subject: EventSubject;
  readonly changes: ExpectedChanges;
}

/** A call of a use case, and the events that it must add. */
export interface EventCase {
  readonly useCase: string;
  /** The situation, if a use case has several cases. It is the end of the test title. */
  readonly when?: string;
  /**
   * Calls the use case.
   * @param begin must be called between preparations and the use case if the preparations also add events
   * @returns the events that the use case must have added, in order
   */
  readonly write: (world: InMemoryWorld, begin: () => Promise<void>) => Promise<readonly ExpectedEvent[]>;
}

/** The user who calls the use cases. */
export const ada = aUser({ username: 'ada' });
export const actor = anActor({ id: ada.id, name: ada.username });
export const client = aClient;

/** Returns the first part of an event type if it is a type of subject, and `user` otherwise. */
const subjectTypeOf = (type: EventType): EventSubject['type'] => {
  const [first = ''] = type.split('.');
  const subjects = [
    'user',
    'userAttributes',
    'role',
    'permission',
    'menu',
    'category',
    'tag',
    'media',
    'content',
    'accessControl',
    'webhook',
    'apiKey',
    'routeTable',
  ] as const;
  return subjects.find((name) => name === first) ?? 'user';
};

/** Makes an expected event. Its actor is `by`, or `actor` if `by` is not given. */
export const event = (
  type: EventType,
  { id, name }: Pick<EventSubject, 'id' | 'name'>,
  changes: ExpectedChanges,
  by: ExpectedEvent['actor'] = { type: 'user', id: actor.id, name: actor.name },
): ExpectedEvent => ({ type, actor: by, subject: { type: subjectTypeOf(type), id, name }, changes });

type Fields = Readonly<Record<string, unknown>>;

/** Returns the changes of a new entity: each field changes from null to its value. */
export const added = (fields: Fields): ExpectedChanges =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [null, value]]));

/** Returns the change with the numbers of other entities that a removal changed. */
export const affected = (numbers: Readonly<Record<string, number>>): ExpectedChanges => ({ affected: [null, numbers] });

/** Returns the changes of a removed entity: each field changes from its value to null. */
export const removed = (fields: Fields): ExpectedChanges =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value, null]]));
