import type { AccessViews, KeyGrants } from '@portcullis/application/internal/ports/access';
import type { ApiKeyTokens } from '@portcullis/application/internal/ports/api-keys';
import type { ApiKeyId } from '@portcullis/domain/internal/shared/ids';
import type { AccessClaims, AccessTokenService, KeyTokenClaims } from './access-tokens.ts';
import { HttpError } from '../responses/http-error.ts';

/** An API key or an access token, with what it identifies. */
export type KnownToken = AccessClaims | KeyTokenClaims | { readonly keyId: ApiKeyId; readonly secretHash: string };

/** The response of token introspection (RFC 7662 §2.2). */
export type TokenStatus =
  | { readonly active: false }
  | {
      readonly active: true;
      /** The id of the user of a session, or of an API key. */
      readonly sub: string;
      readonly username: string;
      readonly token_type: 'Bearer';
      readonly iat: number;
      readonly exp: number;
      readonly sid?: string;
      readonly client_id?: string;
      readonly scope?: string;
      readonly read_only?: true;
    };

/** What the check of a token at the introspection endpoint needs. */
export interface TokenStatusDependencies {
  readonly accessTokens: Pick<AccessTokenService, 'verify'>;
  readonly apiKeyTokens: Pick<ApiKeyTokens, 'read'>;
  readonly access: AccessViews;
}

const inactive: TokenStatus = { active: false };
const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000);

/** Returns what an API key or an access token identifies. Returns undefined for any other text, and after its expiry. */
export async function knownToken(
  { accessTokens, apiKeyTokens }: Omit<TokenStatusDependencies, 'access'>,
  token: string,
): Promise<KnownToken | undefined> {
  const key = apiKeyTokens.read(token);
  if (key !== undefined) return { keyId: key.id, secretHash: key.secretHash };
  try {
    return await accessTokens.verify(token);
  } catch (error) {
    if (error instanceof HttpError) return undefined;
    throw error;
  }
}

/** The codes that can be written as a scope, which contains no spaces, quotes and backslashes (RFC 6749 §3.3). */
const isScope = (code: string): boolean => /^[!#-[\]-~]+$/.test(code);

/**
 * Returns the permissions as the member `scope`. A permission code does not say whether it only reads. So a key that can
 * only read has no scope: another service would otherwise let it write.
 */
export function scopeOf(permissions: readonly string[], readOnly = false): { readonly scope?: string } {
  const codes = permissions.filter(isScope);
  return readOnly || codes.length === 0 ? {} : { scope: codes.join(' ') };
}

/**
 * Returns whether a token is active now, with the same statement that checks requests to this service.
 * @param ipAddress the address of the client that asks. A key that is limited to addresses is active only for clients
 * there, because the address of the client of another service is not known.
 */
export async function tokenStatus(
  deps: TokenStatusDependencies,
  token: string,
  ipAddress: string,
): Promise<TokenStatus> {
  const known = await knownToken(deps, token);
  if (known === undefined) return inactive;
  if ('sessionId' in known) return sessionStatus(deps.access, known);
  const key = await deps.access.keyGrants({ ...known, ipAddress });
  return key === undefined ? inactive : keyStatus(known, key);
}

function keyStatus(known: Exclude<KnownToken, AccessClaims>, key: KeyGrants): TokenStatus {
  const times =
    'tokenVersion' in known
      ? { iat: known.issuedAt, exp: known.expiresAt }
      : { iat: secondsOf(key.issuedAt), exp: secondsOf(key.expiresAt) };
  return {
    active: true,
    sub: known.keyId,
    username: key.ownerUsername,
    token_type: 'Bearer',
    ...times,
    client_id: known.keyId,
    ...scopeOf(key.permissions, key.readOnly),
    ...(key.readOnly && { read_only: true }),
  };
}

async function sessionStatus(
  access: AccessViews,
  { userId, sessionId, issuedAt, expiresAt }: AccessClaims,
): Promise<TokenStatus> {
  const { grants, views } = access.check({ userId, sessionId, roles: [], permissions: [] });
  const [held, profile] = await Promise.all([grants, views.users.profile(userId, sessionId)]);
  if (held === undefined || profile === undefined) return inactive;
  return {
    active: true,
    sub: userId,
    username: profile.username,
    token_type: 'Bearer',
    iat: issuedAt,
    exp: expiresAt,
    sid: sessionId,
    ...scopeOf(profile.permissions),
  };
}
