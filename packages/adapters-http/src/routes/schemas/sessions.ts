import type { SessionView } from '@portcullis/application';
import { explained, flag, uuid, moment, named, object, text } from '../../validation/schema.ts';

/** A session as it is listed, for its owner and for administrators. */
export const sessionSchema = named('Session', () =>
  object<SessionView & { readonly current: boolean }>({
    id: uuid(),
    ipAddress: text,
    userAgent: text,
    createdAt: moment,
    lastUsedAt: moment,
    expiresAt: moment,
    current: explained(flag, 'Whether it is the session of this very request.'),
  }),
);
