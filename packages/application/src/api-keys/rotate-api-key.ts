import { apiKeyEvents, checkApiKey, defaultExpiry } from '@portcullis/domain/internal/accounts/api-key';
import type { ApiKeyTokens } from '../ports/api-keys.ts';
import { changeApiKey, type ApiKeyInput, type KeyDependencies } from './change-api-key.ts';
import type { ApiKeyWithSecret } from './create-api-key.ts';
import { provesFactorFor } from './proves-factor-for.ts';

/** What `rotateApiKey` needs. */
export interface RotateApiKeyInput extends ApiKeyInput {
  /** Default: the same as for a new key. */
  readonly expiresAt?: Date;
}

interface Dependencies extends KeyDependencies<'sessions'> {
  readonly apiKeyTokens: ApiKeyTokens;
}

/**
 * Gives a key a new secret. The previous secret and its access tokens stop working immediately.
 * @throws {BusinessError} api-key-not-found, api-key-of-another-person, api-key-unacceptable
 */
export const rotateApiKey =
  (deps: Dependencies) =>
  async ({ expiresAt, ...input }: RotateApiKeyInput): Promise<ApiKeyWithSecret> => {
    const { key, secretHash } = deps.apiKeyTokens.create(input.id);
    const apiKey = await changeApiKey(deps, input, apiKeyEvents.rotated, async (tx, stored, owner) => {
      const at = deps.clock.now();
      if (expiresAt !== undefined) checkApiKey({ expiresAt }, new Set(), at);
      return {
        ...stored,
        secretHash,
        hasFactor: await provesFactorFor(tx, deps.clock, input.actor, owner),
        tokenVersion: stored.tokenVersion + 1,
        issuedAt: at,
        expiresAt: expiresAt ?? defaultExpiry(at),
        updatedAt: at,
      };
    });
    return { apiKey, key };
  };
