import type { Page } from '@portcullis/application/internal/ports/lists';
import {
  sessionSortFields,
  type SessionSortField,
  type SessionView,
} from '@portcullis/application/internal/ports/sessions';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { SessionId } from '@portcullis/domain/internal/shared/ids';
import { administrators } from '../access/access.ts';
import { Describe } from '../../validation/descriptions.ts';
import { OneOf, Optional, Uuid } from '../../validation/fields.ts';
import type { Caller } from '../../checks/callers.ts';
import { PageParameters, sorts } from '../list-query.ts';
import { route, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';
import { UserPath } from './user-requests.ts';
import * as schema from '../../validation/schema.ts';

/** A session in the lists for its user and for administrators. */
const sessionSchema = schema.namedObject<SessionView & { readonly current: boolean }>('Session', {
  id: schema.withDescription(schema.uuid(), 'The id of the session.'),
  ipAddress: schema.withDescription(schema.text, 'The address of the client that logged in.'),
  userAgent: schema.withDescription(schema.text, 'The `User-Agent` of the client that logged in.'),
  createdAt: schema.withDescription(schema.timestamp, 'When the user logged in, in UTC.'),
  lastUsedAt: schema.withDescription(schema.timestamp, 'When a token of the session was last issued, in UTC.'),
  expiresAt: schema.withDescription(
    schema.timestamp,
    'When the session ends if its refresh token is not used before, in UTC.',
  ),
  current: schema.withDescription(schema.flag, 'Whether this request belongs to the session.'),
});

class SessionPath {
  @Uuid() @Describe('The id of the session.') id!: SessionId;
}

class UserSessionPath extends UserPath {
  @Uuid() @Describe('The id of the session.') sessionId!: SessionId;
}

class SessionListParameters extends PageParameters {
  @Optional() @OneOf(sessionSortFields) @Describe(sorts('`lastUsedAt`, newest first')) sortBy?: SessionSortField;
}

type SessionRouteDependencies = UseCases<'endSession' | 'endUserSession' | 'endUserSessions'>;

/**
 * The routes for sessions that have not ended. Users manage their own sessions, and administrators manage the sessions
 * of all users.
 */
export const sessionRoutes = (deps: SessionRouteDependencies): readonly Route[] => [
  route({
    method: 'GET',
    path: '/auth/sessions',
    operation: 'listSessions',
    summary: 'List the sessions of the caller',
    description: 'Live sessions, at most 50. The most recently used comes first.',
    access: 'authenticated',
    query: SessionListParameters,
    data: schema.pageOf(sessionSchema),
    read: async ({ query, caller }, { sessions }) =>
      withCurrent(caller, await sessions.list({ ...query, userId: caller.id })),
  }),
  route({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    operation: 'endSession',
    summary: 'End a session of the caller',
    access: 'authenticated',
    params: SessionPath,
    data: schema.nothing,
    refuses: ['session-not-found'],
    handle: ({ params: { id }, caller }) => deps.endSession({ actor: caller, sessionId: id }),
  }),
  route({
    method: 'GET',
    path: '/users/:id/sessions',
    operation: 'listUserSessions',
    summary: 'List the sessions of a user',
    description: 'Live sessions, at most 50. The most recently used comes first.',
    access: 'authorized',
    anyRole: administrators,
    params: UserPath,
    query: SessionListParameters,
    data: schema.pageOf(sessionSchema),
    refuses: ['user-not-found'],
    read: async ({ params: { id }, query, caller }, { users, sessions }) => {
      orNotFound(await users.find(id), 'user-not-found');
      return withCurrent(caller, await sessions.list({ ...query, userId: id }));
    },
  }),
  route({
    method: 'DELETE',
    path: '/users/:id/sessions',
    operation: 'endUserSessions',
    summary: 'End every session of a user',
    description: 'Their tokens stop working with the next request.',
    access: 'authorized',
    anyRole: administrators,
    params: UserPath,
    data: schema.nothing,
    refuses: ['user-not-found'],
    handle: ({ params: { id }, caller }) => deps.endUserSessions({ actor: caller, userId: id }),
  }),
  route({
    method: 'DELETE',
    path: '/users/:id/sessions/:sessionId',
    operation: 'endUserSession',
    summary: 'End one session of a user',
    description: 'Its tokens stop working with the next request.',
    access: 'authorized',
    anyRole: administrators,
    params: UserSessionPath,
    data: schema.nothing,
    refuses: ['user-not-found', 'session-not-found'],
    handle: ({ params: { id, sessionId }, caller }) => deps.endUserSession({ actor: caller, userId: id, sessionId }),
  }),
];

const withCurrent = ({ sessionId }: Caller, { items, ...page }: Page<SessionView>) => ({
  items: items.map((session) => ({ ...session, current: session.id === sessionId })),
  ...page,
});
