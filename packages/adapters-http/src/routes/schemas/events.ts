import {
  eventTypes,
  subjectTypes,
  type Change,
  type DomainEvent,
  type EventActor,
  type EventSubject,
} from '@portcullis/domain';
import {
  count,
  jsonValue,
  keyed,
  named,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  uuid,
  withDescription,
} from '../../validation/schema.ts';

const types = Object.keys(eventTypes).filter((type): type is DomainEvent['type'] => type in eventTypes);

const change = object<Change>({
  before: withDescription(jsonValue, 'The value before; null if there was none.'),
  after: withDescription(jsonValue, 'The value after; null if there is none.'),
});

/** An event (docs/interface.md §6). */
export const eventSchema = named('Event', () =>
  object<DomainEvent>({
    position: withDescription(count, 'The place of the event in the log. Later events have higher positions.'),
    id: withDescription(uuid(), 'The id of the event.'),
    type: withDescription(oneOf(types), 'What happened.'),
    occurredAt: withDescription(timestamp, 'When it happened, in UTC.'),
    actor: withDescription(
      object<EventActor>({
        type: withDescription(oneOf(['user', 'apiKey', 'system']), 'What kind of actor it was.'),
        id: withDescription(nullable(uuid()), 'The id of the actor; null for a visitor.'),
        name: withDescription(nullable(text), 'The name that the actor had; null for a visitor.'),
        ipAddress: withDescription(text, 'The address of the client that sent the request.'),
        userAgent: withDescription(text, 'The `User-Agent` of the client that sent the request.'),
        sessionId: withDescription(nullable(uuid()), 'The session of the request; null if there was none.'),
      }),
      'Who caused it.',
    ),
    subject: withDescription(
      object<EventSubject>({
        type: withDescription(oneOf(subjectTypes), 'What kind of subject it is.'),
        id: withDescription(nullable(uuid()), 'The id of the subject; null if it has none.'),
        name: withDescription(nullable(text), 'The name that the subject had; null if it has none.'),
      }),
      'What it is about.',
    ),
    changes: withDescription(keyed(change), 'The changed fields, with their values before and after.'),
    requestId: withDescription(nullable(text), 'The id of the request; null for a command or a task of the service.'),
  }),
);
