import type { LiveUpdates } from '@portcullis/application/internal/live/live-updates';
import type { CreatedStreamTicket } from '@portcullis/application/internal/live/stream-tickets';
import { EventStream } from '../../responses/event-stream.ts';
import type { Limit } from '../../checks/rate-limit.ts';
import { Describe } from '../../validation/descriptions.ts';
import { Integer, Optional, Text } from '../../validation/fields.ts';
import { maxPosition } from '../../validation/service-fields.ts';
import { namedObject, text, timestamp, withDescription, type Schema } from '../../validation/schema.ts';
import { withRules } from '../operation-text.ts';
import { route, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';

const streamTicketSchema = namedObject<CreatedStreamTicket>('StreamTicket', {
  ticket: withDescription(
    text,
    'The value for the parameter `ticket` of `GET /api/me/stream`. Only this response contains the ticket.',
  ),
  expiresAt: withDescription(timestamp, 'When the ticket stops working, in UTC.'),
});

class StreamParameters {
  @Optional()
  @Integer(0, maxPosition)
  @Describe('The id of the last message that the client received, if it cannot send the header `Last-Event-ID`.')
  lastEventId?: number;
  @Optional()
  @Text({ min: 1, max: 255 })
  @Describe('A ticket from `POST /api/me/stream/ticket`, for clients that cannot send a token.')
  ticket?: string;
}

const events: Schema<EventStream> = { type: 'string' };

const position = /^\d{1,15}$/;

/**
 * Returns the position in an event id, or undefined for an empty id. For an id that the service cannot have sent, the
 * function returns a position that no message has, so that the stream is reset. A stream is also reset if the process
 * no longer has the messages after its position in memory.
 */
const positionIn = (lastEventId: string): number | undefined => {
  if (lastEventId === '') return undefined;
  return position.test(lastEventId) ? Number(lastEventId) : Number.MAX_SAFE_INTEGER;
};

type StreamRouteDependencies = UseCases<'createStreamTicket'> & {
  readonly liveUpdates: Pick<LiveUpdates, 'open'>;
  readonly streamLimit: Limit;
  readonly streamTicketLimit: Limit;
};

/** The routes for live updates (docs/interface.md §4.10). */
export const streamRoutes = (deps: StreamRouteDependencies): readonly Route[] => [
  route({
    method: 'GET',
    path: '/me/stream',
    operation: 'openStream',
    summary: 'Receive changes as they happen',
    description: withRules(
      'Server-sent events (`text/event-stream`). Each message has an `event`, an `id` (a position in the event log) and JSON in `data`. Every 15 seconds a comment or the `id` of the last event keeps the connection open. A stream does not end when its access token expires. When the service stops, it ends all streams; open them again.',
      [
        'A stream ends at most one second after its session: after a logout, after the expiry of the session, or after the user was disabled or deleted.',
        'A stream sends only what its caller may see at that time, and about other users only who has changed something. `resource.changed` tells that a resource has changed, to all who may read it. Administrators get it for each event that is neither about a content nor about a session. More than 16 at once are replaced by `reset`. If the caller holds `content.read-drafts`, or the permission to read a resource of your own, only under conditions, the stream sends the events of the resources for which one is true then. A deleted resource is decided by the attributes that its event has recorded. If such a caller has missed such events, the stream begins with `reset`.',
        'A stream that is opened with `Last-Event-ID`, or with `lastEventId`, begins after this position. A process keeps the messages of the last ten minutes, at most 10,000. If it no longer has all later messages, or if there is no such position, the stream begins with `reset`.',
        'A ticket is valid for 30 seconds and opens one stream; an access token is not needed. A used or expired ticket is rejected with 401, code 1103.',
        'Each process allows 10 streams for a user and 10,000 in total; a further stream is rejected with 429, code 1029. A client that is more than 64 messages behind is disconnected.',
      ],
    ),
    access: 'authenticated',
    acceptsTicket: true,
    limit: deps.streamLimit,
    media: 'text/event-stream',
    query: StreamParameters,
    data: events,
    refuses: ['too-many-streams', 'session-ended'],
    handle: async ({ query, caller }) =>
      new EventStream((stream, lastEventId) =>
        deps.liveUpdates.open({
          userId: caller.id,
          sessionId: caller.sessionId,
          after: positionIn(lastEventId) ?? query.lastEventId,
          stream,
        }),
      ),
  }),
  route({
    method: 'POST',
    path: '/me/stream/ticket',
    operation: 'createStreamTicket',
    idempotencyKey: 'ignored',
    summary: 'Make a ticket for a stream',
    description:
      'The ticket opens one stream of this session within 30 seconds. Browsers need it, because their `EventSource` cannot send a token.',
    access: 'authenticated',
    limit: deps.streamTicketLimit,
    data: streamTicketSchema,
    handle: ({ caller }) => deps.createStreamTicket({ userId: caller.id, sessionId: caller.sessionId }),
  }),
];
