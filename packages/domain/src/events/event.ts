import type { ActingKey, Actor, ActorType, AgentCall } from '../shared/actor.ts';
import { isCountField, type Changes, type EventDeclaration, type Identified } from '../shared/declare-event.ts';
import type { EventType, SubjectType } from './event-types.ts';
import type { EventId, Id, SessionId, UserId } from '../shared/ids.ts';

/**
 * The actor that caused an event. For a request with an API key, `id` and `name` are those of the owner of the key. They
 * are null if the user is not known, for example if a client sent an unknown user name, or if the service has disabled a
 * webhook.
 */
export interface EventActor {
  readonly type: ActorType;
  readonly id: Id<string> | null;
  readonly name: string | null;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly sessionId: SessionId | null;
  /** The API key of the request, with its name at the time of the event. Null if there was none. */
  readonly apiKey: ActingKey | null;
  /** The tool of an assistant that sent the request. Null if there was none. */
  readonly agent: AgentCall | null;
}

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
 * Returns an event as its activity shows it to a user. The user sees the client (address, browser, session, API key and assistant)
 * only of what the user did, because the client of another user, such as an administrator, is private.
 */
export const withoutOtherClients = (event: DomainEvent, userId: UserId): DomainEvent =>
  event.actor.id === userId
    ? event
    : { ...event, actor: { ...event.actor, ipAddress: '', userAgent: '', sessionId: null, apiKey: null, agent: null } };

/** Declares one type of event; the type parameters are the data that it records. */
export type EventKind<Named, Before, After> = EventDeclaration<EventType, SubjectType, Named, Before, After>;

/** The actor of an event. The id is null if the user is not known. */
export type EventCause = Omit<Actor, 'id'> & Pick<EventActor, 'id'>;

/** The data from which `newEvent` makes an event. */
export interface EventInput<Named, Before, After> {
  readonly event: EventKind<Named, Before, After>;
  readonly actor: EventCause;
  readonly subject: NoInfer<Identified<Named>>;
  /** The values of the recorded fields before the write; absent if there were none. Other fields are ignored. */
  readonly before?: NoInfer<Before> | undefined;
  /** The values of the recorded fields after the write; absent if there are none. */
  readonly after?: NoInfer<After> | undefined;
}

/**
 * Makes the event of a write. The event records only the fields that are declared for its type, so that no other field
 * gets into the event log.
 */
export function newEvent<Named, Before, After>(
  id: EventId,
  occurredAt: Date,
  { event, actor, subject, before, after }: EventInput<Named, Before, After>,
): NewEvent {
  const { type, id: actorId, name, ipAddress, userAgent, sessionId, apiKey, agent, requestId } = actor;
  return {
    id,
    type: event.type,
    occurredAt,
    actor: {
      type,
      id: actorId,
      name,
      ipAddress,
      userAgent,
      sessionId,
      apiKey: apiKey ? { id: apiKey.id, name: apiKey.name } : null,
      agent: agent ?? null,
    },
    subject: { type: event.subject.type, id: subject.id, name: event.subject.nameOf(subject) },
    changes: event.changesOf(before, after),
    requestId,
  };
}

/**
 * Whether an event is to be recorded. The event of a write that changed nothing is not recorded. `renumbered` is a
 * change only if it is not 0.
 */
export const isRecorded = (
  { isRecordedUnchanged }: Pick<EventKind<never, never, never>, 'isRecordedUnchanged'>,
  { changes }: NewEvent,
): boolean =>
  isRecordedUnchanged || Object.entries(changes).some(([name, { after }]) => !isCountField(name) || after !== 0);

/**
 * Endings of event types. The ending is everything after the type of the subject, such as `roles.changed`. A write that records
 * an event whose type has one of these endings increments the version of the subject. For example, a write that records
 * `user.updated` increments the version of the user. Webhooks and API keys have no version.
 */
const countedEndings = [
  'created',
  'updated',
  'moved',
  'roles.changed',
  'permissions.changed',
  'menus.changed',
  'published',
  'unpublished',
  'archived',
  'restored',
  'recovered',
  'scheduled',
] as const;

/** The type of an event that reports a new version of its subject. */
export type VersionEventType = EventType & `${string}.${(typeof countedEndings)[number]}`;

/** The parts of an event by which kinds of events are recognised. */
interface TypeAndSubject {
  readonly type: EventType;
  readonly subject: { readonly type: SubjectType };
}

/** Whether a write that records this event increments the version of the subject, if the subject has one. */
export const incrementsVersion = ({ type, subject }: TypeAndSubject): boolean =>
  countedEndings.some((ending) => type === `${subject.type}.${ending}`);

/** Whether an event reports that its subject has been deleted. */
export const isDeletion = ({ type, subject }: TypeAndSubject): boolean =>
  type === `${subject.type}.deleted` || type === 'media.removed';
