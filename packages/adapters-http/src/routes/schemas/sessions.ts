import type { SessionView } from '@portcullis/application';
import { explained, flag, uuid, moment, named, object, text } from '../../validation/schema.ts';

/** A session as it is listed, for its owner and for administrators. */
export const sessionSchema = named('Session', () =>
  object<SessionView & { readonly current: boolean }>({
    id: explained(uuid(), 'The id of the session.'),
    ipAddress: explained(text, 'The address of the client that logged in.'),
    userAgent: explained(text, 'The `User-Agent` of the client that logged in.'),
    createdAt: explained(moment, 'When the user logged in, in UTC.'),
    lastUsedAt: explained(moment, 'When a token of the session was last issued, in UTC.'),
    expiresAt: explained(moment, 'When the session ends if no token of it is used before, in UTC.'),
    current: explained(flag, 'Whether this request belongs to the session.'),
  }),
);
