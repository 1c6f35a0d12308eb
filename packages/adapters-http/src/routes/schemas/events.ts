import { operatorId } from '@portcullis/domain/internal/built-in';
import type { AgentCall } from '@portcullis/domain/internal/shared/actor';
import type { Change } from '@portcullis/domain/internal/shared/declare-event';
import type { DomainEvent, EventActor, EventSubject } from '@portcullis/domain/internal/events/event';
import type { EventType, SubjectType } from '@portcullis/domain/internal/events/event-types';
import * as schema from '../../validation/schema.ts';

const change = schema.object<Change>({
  before: schema.withDescription(schema.jsonValue, 'The value before the change; null if there was no value.'),
  after: schema.withDescription(schema.jsonValue, 'The value after the change; null if there is no value.'),
});

export const eventFields = (
  types: readonly EventType[],
  subjects: readonly SubjectType[],
): schema.Fields<DomainEvent> => ({
  position: schema.withDescription(
    schema.count,
    'The position of the event in the log. Later events have higher positions.',
  ),
  id: schema.withDescription(schema.uuid(), 'The id of the event.'),
  type: schema.withDescription(schema.oneOf(types), 'What happened.'),
  occurredAt: schema.withDescription(schema.timestamp, 'When it happened, in UTC.'),
  actor: schema.withDescription(
    schema.object<EventActor>({
      type: schema.withDescription(schema.oneOf(['user', 'apiKey', 'system']), 'The kind of actor.'),
      id: schema.withDescription(
        schema.nullable(schema.uuid()),
        `The id of the actor; for a request with an API key, the owner of the key. It is null if no known user caused the event, or if the service has disabled a webhook. Commands, and the publications and withdrawals of a schedule, have the id \`${operatorId}\`.`,
      ),
      name: schema.withDescription(
        schema.nullable(schema.text),
        'The name of the actor at the time of the event; null if it is not known.',
      ),
      ipAddress: schema.withDescription(
        schema.text,
        'The IP address of the client; 127.0.0.1 or empty for commands and tasks of the service. Empty in the activity of the caller if somebody else caused the event.',
      ),
      userAgent: schema.withDescription(
        schema.text,
        'The `User-Agent` of the client; for commands and tasks of the service, a text such as `portcullis`, or empty. Empty in the activity of the caller if somebody else caused the event.',
      ),
      sessionId: schema.withDescription(
        schema.nullable(schema.uuid()),
        'The session of the request; null if there was no session, or in the activity of the caller if somebody else caused the event.',
      ),
      apiKey: schema.withDescription(
        schema.nullable(
          schema.object<NonNullable<EventActor['apiKey']>>({
            id: schema.withDescription(schema.uuid(), 'The id of the key.'),
            name: schema.withDescription(schema.text, 'The name of the key at the time of the event.'),
          }),
        ),
        'The API key of the request; null if there was none.',
      ),

      agent: schema.withDescription(
        schema.nullable(
          schema.object<AgentCall>({
            via: schema.withDescription(schema.oneOf(['mcp']), 'The protocol of the assistant.'),
            tool: schema.withDescription(schema.text, 'The tool that was called.'),
            client: schema.withDescription(schema.text, 'The name of the program; empty if it did not send one.'),
          }),
        ),
        'The tool of an assistant that sent the request, as it names itself; null if there was none.',
      ),
    }),
    'Who caused it.',
  ),
  subject: schema.withDescription(
    schema.object<EventSubject>({
      type: schema.withDescription(schema.oneOf(subjects), 'The kind of subject.'),
      id: schema.withDescription(
        schema.nullable(schema.uuid()),
        'The id of the subject; null if the subject has no id.',
      ),
      name: schema.withDescription(
        schema.nullable(schema.text),
        'The name of the subject at the time of the event; null if the subject has no name.',
      ),
    }),
    'What it is about.',
  ),
  changes: schema.withDescription(schema.keyed(change), 'The changed fields, with their values before and after.'),
  requestId: schema.withDescription(
    schema.nullable(schema.text),
    'The id of the request; null if a command or a task of the service caused the event.',
  ),
});

/** An event (docs/interface.md §6). */
export const eventSchemaOf = (types: readonly EventType[], subjects: readonly SubjectType[]) =>
  schema.namedObject('Event', eventFields(types, subjects));
