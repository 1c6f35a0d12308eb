import type { StreamOwner } from '@portcullis/application/internal/live/stream-tickets';
import type { KeyGrants } from '@portcullis/application/internal/ports/access';
import type { Grants } from '@portcullis/domain/internal/access';
import type { ActingKey, Actor, Client } from '@portcullis/domain/internal/actor';
import type { SessionId } from '@portcullis/domain/internal/ids';
import type { Context } from 'koa';

/** The API key of a request. */
export interface CallerKey
  extends ActingKey,
    Pick<KeyGrants, 'readOnly' | 'permissions' | 'conditional' | 'ownerUsername' | 'tokenVersion' | 'expiresAt'> {}

/** The user of a request. A request has a session or an API key of the user. */
export interface Caller extends Actor {
  readonly apiKey?: CallerKey;
}

/** The logged-in user of a request, and the session of the access token or ticket. */
export interface SessionCaller extends Caller {
  readonly sessionId: SessionId;
}

/** Returns true if the request has a session, and no API key. */
export const hasSession = (caller: Caller): caller is SessionCaller => caller.sessionId !== null;

/** The caller of a request, after the access check of the route. */
export interface Authenticated {
  readonly caller: Caller;
  /** The roles and permissions that the route requires and the caller has. */
  readonly grants: Grants;
}

const maxUserAgent = 512;
const ipv4InIpv6 = /^::ffff:(?=\d+\.)/;

/** Returns the client of a request, with its address and the header `User-Agent`. */
export const clientOf = (ctx: Context): Client => ({
  ipAddress: ctx.ip.replace(ipv4InIpv6, ''),
  userAgent: ctx.get('User-Agent').slice(0, maxUserAgent),
  requestId: ctx.state['requestId'] ?? null,
});

/** Returns the caller of a request with a session. */
export const callerOf = ({ userId, sessionId }: StreamOwner, client: Client): SessionCaller => ({
  type: 'user',
  id: userId,
  name: null,
  sessionId,
  ...client,
});
