import type { CreatedStreamTicket } from '@portcullis/application';
import { named, object, text, timestamp, withDescription } from '../../validation/schema.ts';

export const streamTicketSchema = named('StreamTicket', () =>
  object<CreatedStreamTicket>({
    ticket: withDescription(
      text,
      'The value for the parameter `ticket` of `GET /api/me/stream`. Only this response contains the ticket.',
    ),
    expiresAt: withDescription(timestamp, 'When the ticket stops working, in UTC.'),
  }),
);
