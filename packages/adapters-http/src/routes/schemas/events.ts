import { operatorId } from '@portcullis/domain/internal/built-in';
import type { Change } from '@portcullis/domain/internal/declare-event';
import type { DomainEvent, EventActor, EventSubject } from '@portcullis/domain/internal/event';
import type { EventType, SubjectType } from '@portcullis/domain/internal/event-types';
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

const change = object<Change>({
  before: withDescription(jsonValue, 'The value before the change; null if there was no value.'),
  after: withDescription(jsonValue, 'The value after the change; null if there is no value.'),
});

/** An event (docs/interface.md §6). */
export const eventSchemaOf = (types: readonly EventType[], subjects: readonly SubjectType[]) =>
  named('Event', () =>
    object<DomainEvent>({
      position: withDescription(count, 'The position of the event in the log. Later events have higher positions.'),
      id: withDescription(uuid(), 'The id of the event.'),
      type: withDescription(oneOf(types), 'What happened.'),
      occurredAt: withDescription(timestamp, 'When it happened, in UTC.'),
      actor: withDescription(
        object<EventActor>({
          type: withDescription(oneOf(['user', 'apiKey', 'system']), 'The kind of actor.'),
          id: withDescription(
            nullable(uuid()),
            `The id of the actor; for a request with an API key, the owner of the key. It is null if no known user caused the event, or if the service has disabled a webhook. Commands, and the publications and withdrawals of a schedule, have the id \`${operatorId}\`.`,
          ),
          name: withDescription(
            nullable(text),
            'The name of the actor at the time of the event; null if it is not known.',
          ),
          ipAddress: withDescription(
            text,
            'The IP address of the client; 127.0.0.1 or empty for commands and tasks of the service. Empty in the activity of the caller if somebody else caused the event.',
          ),
          userAgent: withDescription(
            text,
            'The `User-Agent` of the client; for commands and tasks of the service, a text such as `portcullis`, or empty. Empty in the activity of the caller if somebody else caused the event.',
          ),
          sessionId: withDescription(
            nullable(uuid()),
            'The session of the request; null if there was no session, or in the activity of the caller if somebody else caused the event.',
          ),
          apiKey: withDescription(
            nullable(
              object<NonNullable<EventActor['apiKey']>>({
                id: withDescription(uuid(), 'The id of the key.'),
                name: withDescription(text, 'The name of the key at the time of the event.'),
              }),
            ),
            'The API key of the request; null if there was none.',
          ),
        }),
        'Who caused it.',
      ),
      subject: withDescription(
        object<EventSubject>({
          type: withDescription(oneOf(subjects), 'The kind of subject.'),
          id: withDescription(nullable(uuid()), 'The id of the subject; null if the subject has no id.'),
          name: withDescription(
            nullable(text),
            'The name of the subject at the time of the event; null if the subject has no name.',
          ),
        }),
        'What it is about.',
      ),
      changes: withDescription(keyed(change), 'The changed fields, with their values before and after.'),
      requestId: withDescription(
        nullable(text),
        'The id of the request; null if a command or a task of the service caused the event.',
      ),
    }),
  );
