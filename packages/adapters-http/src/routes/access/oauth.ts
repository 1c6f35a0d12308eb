import type { RefreshTokens } from '@portcullis/application/internal/ports/system';
import { BusinessError, declarePermission } from '@portcullis/domain';
import { formMedia } from '../../body/form-body.ts';
import { invalidToken, type AccessTokenService } from '../../checks/access-tokens.ts';
import { hasSession, type Caller } from '../../checks/callers.ts';
import type { Limit } from '../../checks/rate-limit.ts';
import {
  knownToken,
  scopeOf,
  tokenStatus,
  type TokenStatus,
  type TokenStatusDependencies,
} from '../../checks/token-status.ts';
import { oauthForm, unsupportedGrantType } from './oauth-form.ts';
import { unknownRoute } from '../../responses/http-error.ts';
import type { RawResponse } from '../../responses/response-data.ts';
import { Describe } from '../../validation/descriptions.ts';
import { all, OfForm, Optional, Text } from '../../validation/fields.ts';
import { count, object, text, type Schema } from '../../validation/schema.ts';
import type { ResourceServerSupport } from './oauth-metadata.ts';
import { withRules } from '../operation-text.ts';
import { route, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';

/** The code of the permission that lets an API key ask about tokens. An administrator creates this permission. */
const introspectPermission = declarePermission('token.introspect');

const clientCredentials = 'client_credentials';

/** Accepts every text, because a text that is no token is not an error of the client. Its length is that of the body. */
const AnyToken = (description: string): PropertyDecorator =>
  all(
    OfForm(text, (value) => typeof value === 'string', 'be a text'),
    Describe(description),
  );

class TokenRequest {
  @Text({ min: 1, max: 128 }) @Describe('`client_credentials`.') grant_type!: string;
  @Optional()
  @Text({ min: 1, max: 4096 })
  @Describe('Ignored: a token always has all rights of the key.')
  scope?: string;
}

class TokenQuestion {
  @AnyToken('An access token, or an API key.') token!: string;
  @Optional() @AnyToken('Ignored.') token_type_hint?: string;
}

class TokenRevocation {
  @AnyToken('An access token, a refresh token, or an API key.') token!: string;
  @Optional() @AnyToken('Ignored.') token_type_hint?: string;
}

interface IssuedToken {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly scope?: string;
}

type OAuthRouteDependencies = Pick<ResourceServerSupport, 'hasPublicKeys'> &
  TokenStatusDependencies &
  UseCases<'endSession' | 'deleteApiKey' | 'endKeyTokens'> & {
    readonly accessTokens: Pick<AccessTokenService, 'verify' | 'issueForKey'>;
    readonly refreshTokens: RefreshTokens;
    /** Limit on the requests for tokens from one address. */
    readonly oauthTokenLimit: Limit;
  };

const basicChallenge = 'Basic realm="Portcullis", charset="UTF-8"';
const common = {
  method: 'POST',
  base: '',
  media: 'application/json',
  bodyMedia: formMedia,
  idempotencyKey: 'ignored',
  changesNothing: true,
} as const;
const withKeyOrToken = {
  ...common,
  credentials: 'basic-or-bearer',
  standard: oauthForm(`${basicChallenge}, Bearer`),
} as const;

const bearer = 'Bearer';
const bearerType: Schema<typeof bearer> = { type: 'string', const: bearer, description: 'Send the token as `Bearer`.' };

const issuedSchema: Schema<IssuedToken | RawResponse> = {
  type: 'object',
  required: ['access_token', 'token_type', 'expires_in'],
  properties: {
    access_token: { ...text, description: 'The token.' },
    token_type: bearerType,
    expires_in: { ...count, description: 'The lifetime of the token, in seconds.' },
    scope: { ...text, description: 'The permissions that the key has now. A key that can only read has no scope.' },
  },
};

const statusSchema: Schema<TokenStatus> = {
  type: 'object',
  required: ['active'],
  properties: {
    active: { type: 'boolean', description: 'Whether the token works now. If false, there are no other members.' },
    sub: { ...text, description: 'The id of the user of the session, or of the API key.' },
    username: { ...text, description: 'The user name of the user, or of the owner of the key.' },
    token_type: bearerType,
    iat: { ...count, description: 'When the token was issued, in seconds since 1970.' },
    exp: { ...count, description: 'When the token expires, in seconds since 1970.' },
    sid: { ...text, description: 'The id of the session.' },
    client_id: { ...text, description: 'The id of the API key.' },
    scope: {
      ...text,
      description:
        'The permissions that the user or key has now, separated by spaces. A key that can only read has no scope.',
    },
    read_only: { type: 'boolean', const: true, description: 'Present if the API key can only read.' },
  },
};

/** The endpoints of OAuth for clients and other services (docs/interface.md §4.13). */
export function oauthRoutes(deps: OAuthRouteDependencies): readonly Route[] {
  const { accessTokens, refreshTokens, hasPublicKeys, oauthTokenLimit, endSession, deleteApiKey, endKeyTokens } = deps;
  const offered = { closedWith: hasPublicKeys ? undefined : unknownRoute };

  /** Ends a token that belongs to the caller. A key can only end itself and its own tokens. */
  const revoke = async (caller: Caller, token: string): Promise<void> => {
    const own = { actor: caller, isAdministrator: false };
    const refresh = refreshTokens.read(token);
    const known = refresh ?? (await knownToken(deps, token));
    if (known === undefined) return;
    if ('sessionId' in known) {
      if (hasSession(caller)) await endSession({ actor: caller, sessionId: known.sessionId });
      return;
    }
    const { keyId: id } = known;
    if (caller.apiKey !== undefined && caller.apiKey.id !== id) return;
    if ('secretHash' in known) await deleteApiKey({ ...own, id, secretHash: known.secretHash });
    else await endKeyTokens({ ...own, id, tokenVersion: known.tokenVersion });
  };

  return [
    route({
      ...common,
      ...offered,
      path: '/oauth2/token',
      operation: 'requestToken',
      summary: 'Exchange an API key for an access token',
      description: withRules(
        'The grant `client_credentials` (RFC 6749 §4.4). The client authenticates with `Authorization: Basic` (`client_secret_basic`): the id of an API key, and the text of the key as the password, both percent-encoded.',
        [
          'The token is worth the same as the key: the same permissions, addresses, `readOnly` and rate limit, checked at each request. It is valid for 15 minutes, but not longer than the key, and stops working with the next request when the key is deleted, expires or gets a new secret, or when its owner is disabled.',
          'The claims are `iss` (`PUBLIC_URL`, or `portcullis` without it), `aud`, `sub`, `sid` and `client_id` (all three the id of the key), `token_version`, `jti`, `iat` and `exp`. The token of a session has the `iss` `portcullis` and no `client_id`.',
        ],
      ),
      access: 'authenticated',
      acceptsKey: true,
      credentials: 'basic',
      standard: oauthForm(basicChallenge),
      limit: oauthTokenLimit,
      body: TokenRequest,
      data: issuedSchema,
      handle: async ({ body: { grant_type }, caller: { apiKey } }) => {
        if (apiKey === undefined) throw invalidToken();
        if (grant_type !== clientCredentials) return unsupportedGrantType(clientCredentials);
        const { token, seconds } = await accessTokens.issueForKey(apiKey);
        const scope = scopeOf(apiKey.permissions, apiKey.readOnly);
        const issued: IssuedToken = { access_token: token, token_type: bearer, expires_in: seconds, ...scope };
        return issued;
      },
    }),
    route({
      ...withKeyOrToken,
      ...offered,
      path: '/oauth2/introspect',
      operation: 'introspectToken',
      summary: 'Find out whether a token is active',
      description: withRules(
        'Token introspection (RFC 7662). The client authenticates with an API key, as `Bearer` or as `client_secret_basic`.',
        [
          'Only API keys with the permission `token.introspect`, which an administrator creates, can introspect. The answer comes from the same statement as the check of a request to this service, and is never cached (`no-store`).',
          'An active access token or API key has `active`, `sub`, `username`, `token_type`, `iat`, `exp`, `sid` or `client_id`, and `scope`, the codes of the permissions that it has now. Codes with characters that a scope cannot have are omitted. A key that is `readOnly` has `read_only` instead of `scope`, because a code does not say whether it writes.',
          'Everything else is exactly `{"active":false}`: refresh tokens and other tokens, expired and forged tokens, ended sessions, disabled users, deleted keys, and keys that are limited to addresses other than the one that asks.',
        ],
      ),
      access: 'authorized',
      allPermissions: [introspectPermission],
      body: TokenQuestion,
      data: statusSchema,
      handle: async ({ body: { token }, caller, client: { ipAddress } }) => {
        if (caller.apiKey === undefined) throw invalidToken();
        return tokenStatus(deps, token, ipAddress);
      },
    }),
    route({
      ...withKeyOrToken,
      ...offered,
      path: '/oauth2/revoke',
      operation: 'revokeToken',
      summary: 'End a token of the caller',
      description: withRules('Token revocation (RFC 7009), with an access token or an API key.', [
        'A user can end a session with its access token or refresh token, a key with its text, and the tokens of a key with one of them: all tokens that the key was exchanged for before end together. An API key can only end itself and its own tokens, also if it is `readOnly`. The response is 200 and `{}`, also if the token is unknown or belongs to somebody else; nothing happens then.',
      ]),
      access: 'authenticated',
      acceptsKey: true,
      body: TokenRevocation,
      data: object<object>({}),
      handle: async ({ body: { token }, caller }) => {
        try {
          await revoke(caller, token);
        } catch (error) {
          if (!isUnknown(error)) throw error;
        }
        return {};
      },
    }),
  ];
}

/** Whether the token belongs to nothing, or to something of another user. */
const isUnknown = (error: unknown): boolean =>
  error instanceof BusinessError && ['session-not-found', 'api-key-not-found'].includes(error.refusal);
