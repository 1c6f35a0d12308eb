import type { SessionView } from '@portcullis/application';
import { withDescription, flag, uuid, timestamp, named, object, text } from '../../validation/schema.ts';

/** A session in the lists for its user and for administrators. */
export const sessionSchema = named('Session', () =>
  object<SessionView & { readonly current: boolean }>({
    id: withDescription(uuid(), 'The id of the session.'),
    ipAddress: withDescription(text, 'The address of the client that logged in.'),
    userAgent: withDescription(text, 'The `User-Agent` of the client that logged in.'),
    createdAt: withDescription(timestamp, 'When the user logged in, in UTC.'),
    lastUsedAt: withDescription(timestamp, 'When a token of the session was last issued, in UTC.'),
    expiresAt: withDescription(timestamp, 'When the session ends if its refresh token is not used before, in UTC.'),
    current: withDescription(flag, 'Whether this request belongs to the session.'),
  }),
);
