import { builtInSubject, recordedFields } from './declare-event.ts';
import type { SessionId } from './ids.ts';

/** Events name a user by its user name. The name is null if the use case has not read the user. */
export const userSubject = builtInSubject('user', 'username');

export const contentSubject = builtInSubject('content', 'title');

export const webhookSubject = builtInSubject('webhook', 'url');

/** The ids of the sessions that ended. */
export const endedSessions = recordedFields<{ readonly sessionIds: readonly SessionId[] }>()('sessionIds');
