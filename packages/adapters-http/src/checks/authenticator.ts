import type { RedeemStreamTicket, StreamOwner } from '@portcullis/application/internal/live/stream-tickets';
import type { AccessQuery, AccessViews, CallerViews } from '@portcullis/application/internal/ports/access';
import { requireAccess, type Grants, type Requirement } from '@portcullis/domain/internal/access/access';
import type { Client } from '@portcullis/domain/internal/shared/actor';
import type { Context } from 'koa';
import { HttpError } from '../responses/http-error.ts';
import { invalidToken, type AccessClaims, type AccessTokenService } from './access-tokens.ts';
import { authenticateKey, invalidKey, keyGrants, proofOf, type KeyAuthentication, type KeyProof } from './api-keys.ts';
import { basicCredentialsOf } from './basic-credentials.ts';
import {
  hasSession,
  type Authenticated,
  type Caller,
  type CallerKey,
  type CallerRequirement,
  type ReadRequirement,
  type SessionCaller,
} from './callers.ts';

/** The caller of a request whose access is being checked. */
interface Identified {
  readonly caller: Caller;
  /** Rejects if the session has ended, or if the user is disabled or deleted. */
  readonly grants: Promise<Grants>;
  readonly views: CallerViews;
}

/** The services with which the authenticator checks tokens, tickets and API keys. */
interface AuthenticatorDependencies extends KeyAuthentication {
  readonly accessTokens: AccessTokenService;
  readonly access: AccessViews;
  readonly redeemStreamTicket: RedeemStreamTicket;
}

const bearer = /^Bearer +(\S+) *$/i;

/** Authenticates requests by their access token, API key or ticket (docs/interface.md §5). */
export class Authenticator {
  readonly #use: AuthenticatorDependencies;

  constructor(use: AuthenticatorDependencies) {
    this.#use = use;
  }

  /**
   * Authenticates the request and reads the roles and permissions that the access check needs.
   * @throws {HttpError} token-missing, token-invalid, token-expired, api-key-refused, api-key-read-only,
   * too-many-requests
   */
  async authenticate(
    ctx: Context,
    client: Client,
    requirement: CallerRequirement,
    acceptsTicket = false,
  ): Promise<Authenticated> {
    const { caller, grants } = await this.#identify(ctx, client, requirement, acceptsTicket);
    return { caller, grants: await grants };
  }

  /**
   * Authenticates the request, checks its access and calls `read`. If `isOptional` is true, the access check only finds
   * out whether the session has ended. `read` is called before the check has ended, so that its first query needs no
   * round trip of its own. If the check fails, the result of `read` is discarded. A query that depends on what the caller
   * may read, or that takes long, must wait for `grants`.
   * @throws {HttpError} token-missing, token-invalid, token-expired, step-up-required, api-key-refused,
   * too-many-requests
   * @throws {BusinessError} role-required, permission-required, and the errors of `read`
   */
  async checkAndRead<T>(
    ctx: Context,
    client: Client,
    requirement: ReadRequirement,
    read: (caller: Caller, views: CallerViews, grants: () => Promise<Grants>) => Promise<T>,
  ): Promise<T> {
    const { caller, grants, views } = await this.#identify(ctx, client, requirement);
    const authorized = grants.then((held) => {
      if (requirement.isOptional !== true) requireAccess<string>(requirement, held);
      requireRecentAuthentication(held, requirement.maxAgeSeconds);
      return held;
    });
    // `read` may end, or wait for the grants, before this function does.
    authorized.catch(() => undefined);
    const reading = read(caller, views, () => authorized);
    reading.catch(() => undefined);
    await authorized;
    return reading;
  }

  /** Finds out who sends the request. For a session, `grants` is the result of a check that has only been sent. */
  async #identify(
    ctx: Context,
    client: Client,
    requirement: CallerRequirement,
    acceptsTicket = false,
  ): Promise<Identified> {
    const ticket = acceptsTicket && ctx.get('Authorization') === '' ? ctx.query['ticket'] : undefined;
    const owner = await (typeof ticket === 'string' ? this.#ownerOf(ticket) : this.#presentedBy(ctx, requirement));
    if ('keyId' in owner) {
      const caller = await authenticateKey(this.#use, { ctx, client, proof: owner }, requirement);
      return {
        caller,
        grants: Promise.resolve(grantsOfKey(caller.apiKey, requirement)),
        views: this.#use.access.views,
      };
    }
    const { userId: id, sessionId } = owner;
    const { grants, views } = this.#use.access.check(accessQuery({ id, sessionId }, requirement));
    const live = grants.then(requireLiveSession);
    // The error is thrown where the grants are awaited, which may be later.
    live.catch(() => undefined);
    return { caller: { type: 'user', id, name: null, sessionId, ...client }, grants: live, views };
  }

  /** Returns what the credentials of the request identify. The existence of a session or key is not checked yet. */
  async #presentedBy(ctx: Context, { credentials }: CallerRequirement): Promise<AccessClaims | KeyProof> {
    const basic = credentials === undefined ? undefined : basicCredentialsOf(ctx.get('Authorization'));
    const token = basic?.secret ?? bearerOf(ctx);
    if (basic === undefined && credentials === 'basic') throw invalidKey();
    return basic === undefined && !isApiKey(token)
      ? this.#use.accessTokens.verify(token)
      : proofOf(this.#use, token, basic);
  }

  /**
   * Reads further roles and permissions of an authenticated caller.
   * @throws {HttpError} token-invalid, if the session has ended meanwhile
   */
  async grantsOf(caller: Caller, requirement: Requirement<string>): Promise<Grants> {
    const asked = { ...requirement, keyUse: 'reads' } as const;
    if (caller.apiKey !== undefined) return grantsOfKey(caller.apiKey, asked);
    if (!hasSession(caller)) return { roles: [], permissions: [] };
    return requireLiveSession(await this.#use.access.check(accessQuery(caller, asked)).grants);
  }

  async #ownerOf(ticket: string): Promise<StreamOwner> {
    const owner = await this.#use.redeemStreamTicket(ticket);
    if (owner === undefined) throw new HttpError('token-invalid', 'This ticket has been used or has expired.');
    return owner;
  }
}

/**
 * Returns the token in the header `Authorization`.
 * @throws {HttpError} token-missing, token-invalid
 */
function bearerOf(ctx: Context): string {
  const header = ctx.req.headers.authorization ?? '';
  if (header === '') throw new HttpError('token-missing', 'Please log in.');
  const token = bearer.exec(header)?.[1];
  if (token === undefined) throw invalidToken();
  return token;
}

/** Access tokens contain two dots and no underscore at this position, so they never begin like an API key. */
const isApiKey = (token: string): boolean => token.startsWith('ptc_');

function requireLiveSession(grants: Grants | undefined): Grants {
  if (grants === undefined) throw invalidToken();
  return grants;
}

const accessCodes = ({ anyRole = [], anyPermission = [], allPermissions = [] }: CallerRequirement) => ({
  roles: anyRole,
  permissions: anyPermission.length > 0 ? anyPermission : allPermissions,
});

const grantsOfKey = (apiKey: CallerKey, requirement: CallerRequirement): Grants =>
  keyGrants(apiKey, accessCodes(requirement).permissions, requirement.evaluatesConditions);

/** Returns the query for those roles and permissions of the caller that a requirement names. */
const accessQuery = (
  { id, sessionId }: Pick<SessionCaller, 'id' | 'sessionId'>,
  requirement: CallerRequirement,
): AccessQuery => ({
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
