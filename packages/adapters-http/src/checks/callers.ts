import type { StreamOwner } from '@portcullis/application/internal/live/stream-tickets';
import type { KeyGrants, AccessQuery } from '@portcullis/application/internal/ports/access';
import type { Grants, Requirement } from '@portcullis/domain/internal/access/access';
import type { ActingKey, Actor, AgentCall, Client } from '@portcullis/domain/internal/shared/actor';
import type { SessionId } from '@portcullis/domain/internal/shared/ids';
import { reasonAgainstKeyUse, type KeyUse } from '@portcullis/domain/internal/accounts/key-use';
import type { Context } from 'koa';
import { HttpError } from '../responses/http-error.ts';

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

/** The caller of a request. */
export interface Authenticated {
  readonly caller: Caller;
  /** The roles and permissions that the route names and the caller has. */
  readonly grants: Grants;
}

const maxUserAgent = 512;
const maxAgentName = 64;
const ipv4InIpv6 = /^::ffff:(?=\d+\.)/;

/** Returns a name without the characters that no store of texts accepts. */
const agentName = (text: string | null): string => (text ?? '').replace(/\p{Cc}/gu, '').slice(0, maxAgentName);

/** Reads the header `Portcullis-Agent`, such as `via=mcp&tool=update&client=claude-code`. */
function agentOf(header: string): AgentCall | undefined {
  const sent = new URLSearchParams(header);
  if (sent.get('via') !== 'mcp') return undefined;
  return { via: 'mcp', tool: agentName(sent.get('tool')), client: agentName(sent.get('client')) };
}

/** Returns the client of a request, with its address and the header `User-Agent`. */
export const clientOf = (ctx: Context): Client => ({
  ipAddress: ctx.ip.replace(ipv4InIpv6, ''),
  userAgent: ctx.get('User-Agent').slice(0, maxUserAgent),
  requestId: ctx.state['requestId'] ?? null,
  agent: agentOf(ctx.get('Portcullis-Agent')),
});

/** Returns the caller of a request with a session. */
export const callerOf = ({ userId, sessionId }: StreamOwner, client: Client): SessionCaller => ({
  type: 'user',
  id: userId,
  name: null,
  sessionId,
  ...client,
});

/**
 * How callers of a route authenticate: by default with a token or an API key as `Bearer`. With `basic`, only with the
 * id and the text of an API key (`client_secret_basic` of OAuth); with `basic-or-bearer`, in both ways.
 */
export type Credentials = 'basic' | 'basic-or-bearer';

/** The roles, permissions and kind of authentication that a route requires of its callers. */
export type CallerRequirement = Requirement<string> & {
  /** The maximum age of the session's last authentication, in seconds. */
  readonly maxAgeSeconds?: number;
  readonly keyUse: KeyUse;
  readonly credentials?: Credentials | undefined;
};

/** The requirement of a route with a `read` handler, which may serve callers who do not meet it. */
export type ReadRequirement = CallerRequirement & {
  /** True if callers may also read without the roles and permissions. The handler then gets those that they have. */
  readonly isOptional?: boolean;
};

/** @throws {HttpError} api-key-refused, api-key-read-only */
export function requireKeyUse({ keyUse, maxAgeSeconds }: CallerRequirement, readOnly: boolean): void {
  // A key cannot authenticate again, so it cannot meet a maximum age of the authentication.
  const reason = reasonAgainstKeyUse({ readOnly }, maxAgeSeconds === undefined ? keyUse : 'refused');
  if (reason === 'key-refused')
    throw new HttpError('api-key-refused', 'This cannot be done with an API key. Please log in.');
  if (reason === 'key-read-only') throw new HttpError('api-key-read-only', 'This API key can only read.');
}

/** Returns those permissions of a key that a requirement names. */
export function keyGrants({ permissions, conditional }: CallerKey, requirement: CallerRequirement): Grants {
  const asked = accessCodes(requirement).permissions;
  const held = conditional.filter(({ code }) => asked.some((each) => each === code));
  return {
    roles: [],
    permissions: asked.filter((code) => permissions.includes(code)),
    ...(requirement.evaluatesConditions && held.length > 0 && { conditional: held }),
  };
}

const accessCodes = ({ anyRole = [], anyPermission = [], allPermissions = [] }: CallerRequirement) => ({
  roles: anyRole,
  permissions: anyPermission.length > 0 ? anyPermission : allPermissions,
});

/** Returns the query for those roles and permissions of the caller that a requirement names. */
export const accessQuery = ({ id, sessionId }: SessionCaller, requirement: CallerRequirement): AccessQuery => ({
  userId: id,
  sessionId,
  ...accessCodes(requirement),
  evaluatesConditions: requirement.evaluatesConditions === true,
  ...(requirement.maxAgeSeconds !== undefined && { maxAgeSeconds: requirement.maxAgeSeconds }),
});

/**
 * Rejects a session whose last authentication is too old (RFC 9470).
 * @param maxAgeSeconds any age is accepted if this is undefined
 * @throws {HttpError} step-up-required
 */
export function requireRecentAuthentication({ isRecent }: Grants, maxAgeSeconds: number | undefined): void {
  if (maxAgeSeconds === undefined || isRecent === true) return;
  const challenge = `Bearer error="insufficient_user_authentication", max_age=${maxAgeSeconds}`;
  throw new HttpError('step-up-required', 'Please confirm that it is you.', {
    headers: { 'WWW-Authenticate': challenge },
  });
}
