import type { RecordKeyUse } from '@portcullis/application/internal/api-keys/record-key-use';
import type { AccessViews } from '@portcullis/application/internal/ports/access';
import type { ApiKeyTokens } from '@portcullis/application/internal/ports/api-keys';
import type { Grants } from '@portcullis/domain/internal/access/access';
import { reasonAgainstKeyUse } from '@portcullis/domain/internal/accounts/key-use';
import type { Client } from '@portcullis/domain/internal/shared/actor';
import type { ApiKeyId } from '@portcullis/domain/internal/shared/ids';
import type { Context } from 'koa';
import { HttpError } from '../responses/http-error.ts';
import type { KeyTokenClaims } from './access-tokens.ts';
import type { BasicCredentials } from './basic-credentials.ts';
import type { Caller, CallerKey, CallerRequirement } from './callers.ts';
import type { Limit, RateLimits } from './rate-limit.ts';

/** The proof that the caller has a key: the key itself, or an access token of the key. */
export type KeyProof =
  | Pick<KeyTokenClaims, 'keyId' | 'tokenVersion'>
  | { readonly keyId: ApiKeyId; readonly secretHash: string };

/** The dependencies of the authenticator that only requests with an API key use. */
export interface KeyAuthentication {
  readonly access: Pick<AccessViews, 'keyGrants'>;
  readonly apiKeyTokens: Pick<ApiKeyTokens, 'read'>;
  readonly recordKeyUse: RecordKeyUse;
  readonly rateLimits: RateLimits;
  /** Limit on the requests with one key. */
  readonly apiKeyLimit: Limit;
}

export const invalidKey = (): HttpError => new HttpError('token-invalid', 'This API key is not valid.');

/** Returns what the text of a key proves. @throws {HttpError} token-invalid */
export function proofOf(keys: KeyAuthentication, text: string, basic: BasicCredentials | undefined): KeyProof {
  const key = keys.apiKeyTokens.read(text);
  if (key === undefined || (basic !== undefined && basic.id !== key.id)) throw invalidKey();
  return { keyId: key.id, secretHash: key.secretHash };
}

/**
 * Authenticates a request with an API key. The key is checked before anything else of the request, because the user is
 * known only after the check. The limit is counted after the check, so that nobody can use up the limit of a key without
 * knowing its secret.
 * @throws {HttpError} token-invalid, api-key-refused, api-key-read-only, too-many-requests
 */
export async function authenticateKey(
  keys: KeyAuthentication,
  request: { readonly ctx: Context; readonly client: Client; readonly proof: KeyProof },
  requirement: CallerRequirement,
): Promise<Caller & { readonly apiKey: CallerKey }> {
  const { ctx, client, proof } = request;
  const id = proof.keyId;
  const key = await keys.access.keyGrants({ ...proof, ipAddress: client.ipAddress });
  if (key === undefined) throw invalidKey();
  const { ownerId, ownerUsername, name, readOnly, permissions, conditional, lastUsedAt, tokenVersion, expiresAt } = key;
  // The log names the owner and the key even if one of the following checks refuses the request.
  ctx.state['userId'] = ownerId;
  ctx.state['apiKeyId'] = id;
  keys.recordKeyUse({ id, lastUsedAt });
  const { headers } = await keys.rateLimits.count(keys.apiKeyLimit, id);
  ctx.set(headers);
  requireKeyUse(requirement, readOnly);
  const apiKey = { id, name, ownerUsername, readOnly, permissions, conditional, tokenVersion, expiresAt };
  return { type: 'apiKey', id: ownerId, name: null, sessionId: null, apiKey, ...client };
}

/** @throws {HttpError} api-key-refused, api-key-read-only */
function requireKeyUse({ keyUse, maxAgeSeconds }: CallerRequirement, readOnly: boolean): void {
  // A key cannot authenticate again, so it cannot meet a maximum age of the authentication.
  const reason = reasonAgainstKeyUse({ readOnly }, maxAgeSeconds === undefined ? keyUse : 'refused');
  if (reason === 'key-refused')
    throw new HttpError('api-key-refused', 'This cannot be done with an API key. Please log in.');
  if (reason === 'key-read-only') throw new HttpError('api-key-read-only', 'This API key can only read.');
}

/** Returns those permissions of a key that are asked for. */
export function keyGrants(
  { permissions, conditional }: CallerKey,
  asked: readonly string[],
  evaluatesConditions = false,
): Grants {
  const held = conditional.filter(({ code }) => asked.includes(code));
  return {
    roles: [],
    permissions: asked.filter((code) => permissions.includes(code)),
    ...(evaluatesConditions && held.length > 0 && { conditional: held }),
  };
}
