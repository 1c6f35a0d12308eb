import type { Actor, ActorType } from './actor.ts';
import {
  countFields,
  eventTypes,
  isRecordedWithoutChanges,
  type EventType,
  type FieldsAfter,
  type FieldsBefore,
} from './event-types.ts';
import type { EventId, Id, SessionId, UserId } from './ids.ts';

/**
 * The values of a field before and after a write. A value is null if the entity or the value did not exist at that
 * time.
 */
export interface Change {
  readonly before: unknown;
  readonly after: unknown;
}

/** The changed fields of an event. A field that did not change is absent. */
export type Changes = Readonly<Record<string, Change>>;

/**
 * The actor that caused an event. `id` and `name` are null if the user is not known, for example if a client sent an
 * unknown user name. They are also null if the service has disabled a webhook.
 */
export interface EventActor {
  readonly type: ActorType;
  readonly id: Id<string> | null;
  readonly name: string | null;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly sessionId: SessionId | null;
}

export const subjectTypes = [
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
export type SubjectType = (typeof subjectTypes)[number];

/** The subject of an event. `name` is the name of the subject at the time of the event. */
export interface EventSubject {
  readonly type: SubjectType;
  readonly id: Id<string> | null;
  readonly name: string | null;
}

/** An event that is not stored yet. */
export interface NewEvent {
  readonly id: EventId;
  readonly type: EventType;
  readonly occurredAt: Date;
  readonly actor: EventActor;
  readonly subject: EventSubject;
  readonly changes: Changes;
  /** The id of the request; null outside of requests. */
  readonly requestId: string | null;
}

/** A stored event. */
export interface DomainEvent extends NewEvent {
  /** The position of the event in the event log. Later events have higher positions. Positions may have gaps. */
  readonly position: number;
}

/**
 * Returns an event as its activity shows it to a user. The user sees the client (address, browser and session) only of
 * what the user did, because the client of another user, such as an administrator, is private.
 */
export const withoutOtherClients = (event: DomainEvent, userId: UserId): DomainEvent =>
  event.actor.id === userId
    ? event
    : { ...event, actor: { ...event.actor, ipAddress: '', userAgent: '', sessionId: null } };

/** The data from which `newEvent` makes an event. */
export interface EventInput<Type extends EventType> {
  readonly type: Type;
  readonly actor: Omit<Actor, 'id'> & Pick<EventActor, 'id'>;
  readonly subject: EventSubject;
  /** The values of the recorded fields before the write; absent if there were none. Other fields are ignored. */
  readonly before?: FieldsBefore<Type>;
  /** The values of the recorded fields after the write; absent if there are none. */
  readonly after?: FieldsAfter<Type>;
}

/**
 * Makes the event of a write. The event records only the fields that are declared for its type, so that no other field
 * gets into the event log.
 */
export function newEvent<Type extends EventType>(
  id: EventId,
  occurredAt: Date,
  { type, actor, subject, before, after }: EventInput<Type>,
): NewEvent {
  const { requestId, ...who } = actor;
  const { ipAddress, userAgent, sessionId, name } = who;
  return {
    id,
    type,
    occurredAt,
    actor: { type: who.type, id: who.id, name, ipAddress, userAgent, sessionId },
    subject,
    changes: changesOf(eventTypes[type].names, fieldsOf(before), fieldsOf(after)),
    requestId,
  };
}

/** Whether a recorded field counts other resources, and is no field of the subject. */
export const isCountField = (name: string): boolean => countFields.some((each) => each === name);

/**
 * Whether an event is to be recorded. The event of a write that changed nothing is not recorded. `renumbered` is a
 * change only if it is not 0.
 */
export const isRecorded = ({ type, changes }: NewEvent): boolean =>
  isRecordedWithoutChanges(type) ||
  Object.entries(changes).some(([name, { after }]) => !isCountField(name) || after !== 0);

const fieldsOf = (fields: object | undefined): Readonly<Record<string, unknown>> => ({ ...fields });

/** Returns the fields in `names` whose values differ. The values are compared as JSON. */
function changesOf(
  names: readonly string[],
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Changes {
  const changes: Record<string, Change> = {};
  for (const name of names) {
    const change = { before: recorded(before[name]), after: recorded(after[name]) };
    if (JSON.stringify(change.before) !== JSON.stringify(change.after)) changes[name] = change;
  }
  return changes;
}

/** Converts a value to the form in which the event log returns it. A timestamp becomes a text. */
const recorded = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : (value ?? null));
