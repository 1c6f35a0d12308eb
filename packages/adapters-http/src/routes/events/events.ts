import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import { listAttributes } from '@portcullis/domain/internal/conditions/list-attributes';
import { withReadableAttributes } from '@portcullis/domain/internal/conditions/attribute-values';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import { withoutOtherClients, type DomainEvent, type EventKind } from '@portcullis/domain/internal/events/event';
import { eventTypes, subjectTypes, type SubjectType } from '@portcullis/domain/internal/events/event-types';
import { webhookLimits } from '@portcullis/domain/internal/events/webhook';
import type { EventId } from '@portcullis/domain/internal/shared/ids';
import { administrators } from '../access/access.ts';
import { periodOf } from '../../validation/checks.ts';
import { Describe } from '../../validation/descriptions.ts';
import { Integer, OneOf, Optional, Text, Timestamp, Uuid } from '../../validation/fields.ts';
import { maxPosition } from '../../validation/service-fields.ts';
import { entriesOf, Expands, shapedItems } from '../expand.ts';
import { ChosenFields, Filters } from '../list-decorators.ts';
import { only } from '../list-query.ts';
import { route, type Route } from '../route.ts';
import { listOf, object, withDescription } from '../../validation/schema.ts';
import { eventFields, eventSchemaOf } from '../schemas/events.ts';
import { listItemSchema } from '../schemas/list-items.ts';
import { UserPath } from '../accounts/user-requests.ts';

class EventPath {
  @Uuid() @Describe('The id of the event.') id!: EventId;
}

const maxEvents = 200;

class ActivityParameters {
  @Integer(1, maxEvents) @Describe('Maximum number of events.') limit = 50;
  @Optional()
  @Integer(1, maxPosition)
  @Describe('Only events before this position.')
  before?: number;
  @Optional()
  @OneOf(['mcp'])
  @Describe('`mcp`: only events of requests that an assistant sent.')
  via?: 'mcp';
}

/** Returns the request class of a list of events about these types of subjects. */
function parametersOf(subjects: readonly SubjectType[]) {
  class EventParameters extends ActivityParameters {
    @Optional()
    @Text(webhookLimits.type)
    @Describe('Only events of this type, or of the types with this prefix.')
    type?: string;
    @Optional() @Uuid() @Describe('Only events that the user with this id caused.') actorId?: string;
    @Optional() @OneOf(subjects) @Describe(only('type of the subject')) subjectType?: SubjectType;
    @Optional() @Uuid() @Describe('Only events about the subject with this id.') subjectId?: string;
    @Optional() @Timestamp() @Describe('Only events from this time or later.') from?: string;
    @Optional() @Timestamp() @Describe('Only events from this time or earlier.') to?: string;
    @Optional()
    @Integer(0, maxPosition)
    @Describe('Only events after this position; the oldest come first.')
    after?: number;
    @Filters(listAttributes.event) filter?: Condition;
    @ChosenFields(Object.keys(eventFields([], []))) fields?: readonly string[];
    @Expands(['actor']) expand?: readonly string[];
  }
  return EventParameters;
}

/** What the routes of the event log need, in addition to the views. */
export interface EventRouteDependencies {
  /** The events of resources that this package does not define. */
  readonly ownEvents: readonly EventKind<never, never, never>[];
}

/** The routes of the event log (docs/interface.md §4.7). No route changes or deletes an event. */
export function eventRoutes({ ownEvents }: EventRouteDependencies): readonly Route[] {
  const subjects = [...new Set([...subjectTypes, ...ownEvents.map(({ subject }) => subject.type)])];
  const types = [...eventTypes, ...ownEvents.map((event) => event.type)];
  const eventSchema = eventSchemaOf(types, subjects);
  const listedEvent = listItemSchema<DomainEvent>('ListedEvent', eventFields(types, subjects));
  const eventsSchema = object({ items: withDescription(listOf(eventSchema), 'The events.') });
  return [
    route({
      method: 'GET',
      path: '/events',
      operation: 'listEvents',
      summary: 'List events',
      description:
        'The newest events come first; with `after`, the oldest events come first. A program that stores the position of the last event it has read, and sends this position as `after`, gets each event once.',
      access: 'authorized',
      anyRole: administrators,
      query: parametersOf(subjects),
      data: object({ items: withDescription(listOf(listedEvent), 'The events.') }),
      read: async ({ query: { fields, expand, from, to, ...query } }, { events, users }) => {
        const page = await events.page({ ...query, ...periodOf(from, to) });
        const items = await shapedItems(page, { expand, fields }, () => ({
          actor: { idsOf: ({ actor }) => actor.id, read: (ids) => entriesOf(users, ids) },
        }));
        return { items };
      },
    }),
    route({
      method: 'GET',
      path: '/events/:id',
      operation: 'getEvent',
      summary: 'Read an event',
      access: 'authorized',
      anyRole: administrators,
      params: EventPath,
      data: eventSchema,
      refuses: ['event-not-found'],
      read: async ({ params: { id } }, { events }) => orNotFound(await events.find(id), 'event-not-found'),
    }),
    route({
      method: 'GET',
      path: '/users/:id/activity',
      operation: 'listUserActivity',
      summary: 'List the activity of a user',
      description: 'Events that the user caused, and events about the account. The newest events come first.',
      access: 'authorized',
      anyRole: administrators,
      params: UserPath,
      query: ActivityParameters,
      data: eventsSchema,
      refuses: ['user-not-found'],
      read: async ({ params: { id }, query }, { users, events }) => {
        orNotFound(await users.find(id), 'user-not-found');
        return { items: await events.activityOf(id, query) };
      },
    }),
    route({
      method: 'GET',
      path: '/auth/activity',
      operation: 'listActivity',
      summary: 'List the activity of the caller',
      description:
        'Events that the caller caused, and events about the account. The newest events come first. The address, the browser and the session are shown only in events that the caller caused. Attributes of users are shown only if they are declared as readable by their users.',
      access: 'authenticated',
      query: ActivityParameters,
      data: eventsSchema,
      read: async ({ query, caller: { id } }, { events, userAttributes }) => {
        const items = (await events.activityOf(id, query)).map((event) => withoutOtherClients(event, id));
        if (items.every(({ changes }) => changes['attributes'] === undefined)) return { items };
        const { attributes } = await userAttributes.find();
        return { items: items.map((event) => withReadableAttributes(event, attributes)) };
      },
    }),
  ];
}
