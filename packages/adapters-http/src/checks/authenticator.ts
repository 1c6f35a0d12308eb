import type { AccessQuery, AccessViews, CallerViews, RedeemStreamTicket, StreamOwner } from '@portcullis/application';
import {
  requireAccess,
  type Actor,
  type Client,
  type Grants,
  type Requirement,
  type SessionId,
} from '@portcullis/domain';
import type { Context } from 'koa';
import { invalidToken, type AccessClaims, type AccessTokenService } from './access-tokens.ts';
import { HttpError } from '../responses/http-error.ts';

/** The logged-in user of a request, and the session of the access token or ticket. */
export interface Caller extends Actor {
  readonly sessionId: SessionId;
}

export interface Authenticated {
  readonly caller: Caller;
  /** The roles and permissions that the route requires and the caller has. */
  readonly grants: Grants;
}

/** What a route requires of its callers. */
export type CallerRequirement = Requirement & {
  /** The maximum age of the session's last authentication, in seconds. */
  readonly maxAgeSeconds?: number;
};

/** What a route with a `read` handler requires of its callers. */
export type ReadRequirement = CallerRequirement & {
  /** True if callers may also read without the roles and permissions. The handler then gets those that they have. */
  readonly isOptional?: boolean;
  /** True if the handler rarely asks for the roles and permissions of an optional check. */
  readonly isDeferred?: boolean;
};

/**
 * Returns the roles and permissions that the route requires and the caller has. Returns undefined if the session has
 * ended, or if the user is disabled or deleted.
 */
type GrantsOf = () => Promise<Grants | undefined>;

const bearer = /^Bearer +(\S+) *$/i;
const maxUserAgent = 512;
const ipv4InIpv6 = /^::ffff:(?=\d+\.)/;

export const clientOf = (ctx: Context): Client => ({
  ipAddress: ctx.ip.replace(ipv4InIpv6, ''),
  userAgent: ctx.get('User-Agent').slice(0, maxUserAgent),
  requestId: ctx.state['requestId'] ?? null,
});

/** Authenticates requests by their access token or ticket (docs/interface.md §5). */
export class Authenticator {
  readonly #tokens: AccessTokenService;
  readonly #access: AccessViews;
  readonly #redeemTicket: RedeemStreamTicket;

  /** @param redeemTicket needed only for routes that accept a ticket instead of an access token */
  constructor(tokens: AccessTokenService, access: AccessViews, redeemTicket: RedeemStreamTicket = noTicket) {
    this.#tokens = tokens;
    this.#access = access;
    this.#redeemTicket = redeemTicket;
  }

  /**
   * Authenticates the request and reads the roles and permissions that the access check needs.
   * @throws {HttpError} token-missing, token-invalid, token-expired
   */
  async authenticate(
    ctx: Context,
    client: Client,
    requirement: CallerRequirement,
    acceptsTicket = false,
  ): Promise<Authenticated> {
    const ticket = acceptsTicket && ctx.get('Authorization') === '' ? ctx.query['ticket'] : undefined;
    const owner = await (typeof ticket === 'string' ? this.#ownerOf(ticket) : this.#tokenOf(ctx));
    const caller = callerOf(owner, client);
    const grants = requireLiveSession(await this.#access.grantedCodes(accessQuery(caller, requirement)));
    return { caller, grants };
  }

  /**
   * Authenticates the request, checks its access and calls `read`. If `isOptional` is true, the access check only finds
   * out whether the session has ended. The access check and the first query of `views` are sent to the database in one
   * statement.
   * @throws {HttpError} token-missing, token-invalid, token-expired, step-up-required
   * @throws {BusinessError} role-required, permission-required, and the errors of `read`
   */
  async authorizeAndRead<T>(
    ctx: Context,
    client: Client,
    requirement: ReadRequirement,
    read: (caller: Caller, views: CallerViews, grants: GrantsOf) => Promise<T>,
  ): Promise<T> {
    const caller = callerOf(await this.#tokenOf(ctx), client);
    const query = accessQuery(caller, requirement);
    const { isOptional = false, isDeferred = false } = requirement;
    return this.#access.authorizeAndRead(
      isOptional ? { ...query, isOptional, isDeferred } : query,
      (grants) => {
        const held = requireLiveSession(grants);
        if (isOptional) return;
        requireAccess(requirement, held);
        requireRecentAuthentication(held, requirement.maxAgeSeconds);
      },
      (views, grants) => read(caller, views, grants),
    );
  }

  /** Verifies only the token. The access check later finds out whether the session of the token has ended. */
  async #tokenOf(ctx: Context): Promise<AccessClaims> {
    const header = ctx.get('Authorization');
    if (header === '') throw new HttpError('token-missing', 'Please log in.');
    const token = bearer.exec(header)?.[1];
    if (token === undefined) throw invalidToken();
    return this.#tokens.verify(token);
  }

  async #ownerOf(ticket: string): Promise<StreamOwner> {
    const owner = await this.#redeemTicket(ticket);
    if (owner === undefined) throw new HttpError('token-invalid', 'This ticket has been used or has expired.');
    return owner;
  }
}

const noTicket = async (): Promise<undefined> => undefined;

const callerOf = ({ userId, sessionId }: AccessClaims | StreamOwner, client: Client): Caller => ({
  type: 'user',
  id: userId,
  name: null,
  sessionId,
  ...client,
});

const accessQuery = (
  { id, sessionId }: Caller,
  { anyRole = [], anyPermission = [], allPermissions = [], maxAgeSeconds }: CallerRequirement,
): AccessQuery => ({
  userId: id,
  sessionId,
  roles: anyRole,
  permissions: anyPermission.length > 0 ? anyPermission : allPermissions,
  ...(anyPermission.length > 0 && { isEither: true }),
  ...(maxAgeSeconds !== undefined && { maxAgeSeconds }),
});

function requireLiveSession(grants: Grants | undefined): Grants {
  if (grants === undefined) throw invalidToken();
  return grants;
}

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
