import type { RecordKeyUse } from '@portcullis/application/internal/api-keys/record-key-use';
import type { RedeemStreamTicket, StreamOwner } from '@portcullis/application/internal/live/stream-tickets';
import type { AccessViews, CallerViews } from '@portcullis/application/internal/ports/access';
import type { ApiKeyTokens } from '@portcullis/application/internal/ports/api-keys';
import { requireAccess, type Grants, type Requirement } from '@portcullis/domain/internal/access';
import type { Client } from '@portcullis/domain/internal/actor';
import type { ApiKeyId } from '@portcullis/domain/internal/ids';
import type { Context } from 'koa';
import { invalidToken, type AccessClaims, type AccessTokenService, type KeyTokenClaims } from './access-tokens.ts';
import { basicCredentialsOf } from './basic-credentials.ts';
import {
  accessQuery,
  keyGrants,
  requireKeyUse,
  requireRecentAuthentication,
  type CallerRequirement,
  type ReadRequirement,
  callerOf,
  hasSession,
  type Authenticated,
  type Caller,
} from './callers.ts';
import { HttpError } from '../responses/http-error.ts';
import type { Limit, RateLimits } from './rate-limit.ts';

/** The proof that the caller has a key: the key itself, or an access token of the key. */
type KeyProof =
  | Pick<KeyTokenClaims, 'keyId' | 'tokenVersion'>
  | { readonly keyId: ApiKeyId; readonly secretHash: string };

/**
 * Returns the roles and permissions that the route requires and the caller has. Returns undefined if the session has
 * ended, or if the user is disabled or deleted.
 */
type GrantsOf = () => Promise<Grants | undefined>;

const bearer = /^Bearer +(\S+) *$/i;
/** The dependencies of the authenticator that only requests with an API key use. */
export interface KeyAuthentication {
  readonly apiKeyTokens: Pick<ApiKeyTokens, 'read'>;
  readonly recordKeyUse: RecordKeyUse;
  readonly limits: RateLimits;
  /** Limit on the requests with one key. */
  readonly apiKeyLimit: Limit;
}

/** Authenticates requests by their access token, API key or ticket (docs/interface.md §5). */
export class Authenticator {
  readonly #tokens: AccessTokenService;
  readonly #access: AccessViews;
  readonly #redeemTicket: RedeemStreamTicket;
  readonly #keys: KeyAuthentication | undefined;

  /**
   * @param redeemTicket needed only for routes that accept a ticket instead of an access token
   * @param keys without it, every API key is refused
   */
  constructor(
    tokens: AccessTokenService,
    access: AccessViews,
    redeemTicket: RedeemStreamTicket = noTicket,
    keys?: KeyAuthentication,
  ) {
    this.#tokens = tokens;
    this.#access = access;
    this.#redeemTicket = redeemTicket;
    this.#keys = keys;
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
    const ticket = acceptsTicket && ctx.get('Authorization') === '' ? ctx.query['ticket'] : undefined;
    const owner = await (typeof ticket === 'string' ? this.#ownerOf(ticket) : this.#presentedBy(ctx, requirement));
    if ('keyId' in owner) return this.#authenticateKey(ctx, owner, client, requirement);
    const caller = callerOf(owner, client);
    const grants = requireLiveSession(await this.#access.grantedCodes(accessQuery(caller, requirement)));
    return { caller, grants };
  }

  /**
   * Authenticates the request, checks its access and calls `read`. If `isOptional` is true, the access check only finds
   * out whether the session has ended. The access check and the first query of `views` are sent to the database in one
   * statement.
   * @throws {HttpError} token-missing, token-invalid, token-expired, step-up-required, api-key-refused,
   * too-many-requests
   * @throws {BusinessError} role-required, permission-required, and the errors of `read`
   */
  async authorizeAndRead<T>(
    ctx: Context,
    client: Client,
    requirement: ReadRequirement,
    read: (caller: Caller, views: CallerViews, grants: GrantsOf) => Promise<T>,
  ): Promise<T> {
    const { isOptional = false } = requirement;
    const owner = await this.#presentedBy(ctx, requirement);
    if ('keyId' in owner) {
      const { caller, grants } = await this.#authenticateKey(ctx, owner, client, requirement);
      if (!isOptional) requireAccess<string>(requirement, grants);
      return read(caller, this.#access.checkedViews, async () => grants);
    }
    const caller = callerOf(owner, client);
    return this.#access.authorizeAndRead(
      accessQuery(caller, requirement),
      (grants) => {
        const held = requireLiveSession(grants);
        if (isOptional) return;
        requireAccess<string>(requirement, held);
        requireRecentAuthentication(held, requirement.maxAgeSeconds);
      },
      (views, grants) => read(caller, views, grants),
    );
  }

  /** Returns what the credentials of the request identify. The existence of a session or key is not checked yet. */
  async #presentedBy(ctx: Context, { credentials }: CallerRequirement): Promise<AccessClaims | KeyProof> {
    const basic = credentials === undefined ? undefined : basicCredentialsOf(ctx.get('Authorization'));
    const token = basic?.secret ?? bearerOf(ctx);
    if (basic === undefined && credentials === 'basic') throw invalidKey();
    if (basic === undefined && !isApiKey(token)) return this.#tokens.verify(token);
    const key = this.#keys?.apiKeyTokens.read(token);
    if (key === undefined || (basic !== undefined && basic.id !== key.id)) throw invalidKey();
    return { keyId: key.id, secretHash: key.secretHash };
  }

  /**
   * Checks the key before anything else of the request, because the user is known only after the check. The limit is
   * counted after the check, so that nobody can use up the limit of a key without knowing its secret.
   */
  async #authenticateKey(
    ctx: Context,
    proof: KeyProof,
    client: Client,
    requirement: CallerRequirement,
  ): Promise<Authenticated> {
    if (this.#keys === undefined) throw invalidKey();
    const id = proof.keyId;
    const key = await this.#access.keyGrants({ ...proof, ipAddress: client.ipAddress });
    if (key === undefined) throw invalidKey();
    const { ownerId, ownerUsername, name, readOnly, permissions, conditional, lastUsedAt, tokenVersion, expiresAt } =
      key;
    // The log names the owner and the key even if one of the following checks refuses the request.
    ctx.state['userId'] = ownerId;
    ctx.state['apiKeyId'] = id;
    const { limits, apiKeyLimit, recordKeyUse } = this.#keys;
    recordKeyUse({ id, lastUsedAt });
    const { headers } = await limits.count(apiKeyLimit, id);
    ctx.set(headers);
    requireKeyUse(requirement, readOnly);
    const apiKey = { id, name, ownerUsername, readOnly, permissions, conditional, tokenVersion, expiresAt };
    const caller: Caller = { type: 'apiKey', id: ownerId, name: null, sessionId: null, apiKey, ...client };
    return { caller, grants: keyGrants(apiKey, requirement) };
  }

  /**
   * Reads further roles and permissions of an authenticated caller.
   * @throws {HttpError} token-invalid, if the session has ended meanwhile
   */
  async grantsOf(caller: Caller, requirement: Requirement<string>): Promise<Grants> {
    const asked = { ...requirement, keyUse: 'reads' } as const;
    if (caller.apiKey !== undefined) return keyGrants(caller.apiKey, asked);
    if (!hasSession(caller)) return { roles: [], permissions: [] };
    return requireLiveSession(await this.#access.grantedCodes(accessQuery(caller, asked)));
  }

  async #ownerOf(ticket: string): Promise<StreamOwner> {
    const owner = await this.#redeemTicket(ticket);
    if (owner === undefined) throw new HttpError('token-invalid', 'This ticket has been used or has expired.');
    return owner;
  }
}

/**
 * Returns the token in the header `Authorization`.
 * @throws {HttpError} token-missing, token-invalid
 */
function bearerOf(ctx: Context): string {
  const header = ctx.get('Authorization');
  if (header === '') throw new HttpError('token-missing', 'Please log in.');
  const token = bearer.exec(header)?.[1];
  if (token === undefined) throw invalidToken();
  return token;
}

/** Access tokens contain two dots and no underscore at this position, so they never begin like an API key. */
const isApiKey = (token: string): boolean => token.startsWith('ptc_');

const invalidKey = (): HttpError => new HttpError('token-invalid', 'This API key is not valid.');

const noTicket = async (): Promise<undefined> => undefined;

function requireLiveSession(grants: Grants | undefined): Grants {
  if (grants === undefined) throw invalidToken();
  return grants;
}
