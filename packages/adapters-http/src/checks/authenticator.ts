import type { RecordKeyUse } from '@portcullis/application/internal/api-keys/record-key-use';
import type { RedeemStreamTicket, StreamOwner } from '@portcullis/application/internal/live/stream-tickets';
import type { AccessViews, CallerViews } from '@portcullis/application/internal/ports/access';
import type { ApiKeyTokens } from '@portcullis/application/internal/ports/api-keys';
import { requireAccess, type Grants, type Requirement } from '@portcullis/domain/internal/access/access';
import type { Client } from '@portcullis/domain/internal/shared/actor';
import type { ApiKeyId } from '@portcullis/domain/internal/shared/ids';
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

/** The caller of a request whose access is being checked. */
interface Identified {
  readonly caller: Caller;
  /** Rejects if the session has ended, or if the user is disabled or deleted. */
  readonly grants: Promise<Grants>;
  readonly views: CallerViews;
}

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
      if (requirement.isOptional === true) return held;
      requireAccess<string>(requirement, held);
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
      const { caller, grants } = await this.#authenticateKey(ctx, owner, client, requirement);
      return { caller, grants: Promise.resolve(grants), views: this.#access.views };
    }
    const caller = callerOf(owner, client);
    const { grants, views } = this.#access.check(accessQuery(caller, requirement));
    const live = grants.then(requireLiveSession);
    // The error is thrown where the grants are awaited, which may be later.
    live.catch(() => undefined);
    return { caller, grants: live, views };
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
    return requireLiveSession(await this.#access.check(accessQuery(caller, asked)).grants);
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
