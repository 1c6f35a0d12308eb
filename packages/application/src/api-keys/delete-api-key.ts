import { apiKeyEvents } from '@portcullis/domain/internal/accounts/api-key';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import { recordChange } from '../changes.ts';
import { findManagedKey, type ApiKeyInput, type KeyDependencies } from './change-api-key.ts';

/** What `deleteApiKey` needs. */
export interface DeleteApiKeyInput extends ApiKeyInput {
  /** The hash that the secret of the key must have. By default, the key is removed whatever its secret is. */
  readonly secretHash?: string;
}

/**
 * Removes a key, which stops working immediately. An administrator can remove any key.
 * @throws {BusinessError} api-key-not-found
 */
export const deleteApiKey =
  (deps: KeyDependencies) =>
  async ({ secretHash, ...input }: DeleteApiKeyInput): Promise<void> => {
    await findManagedKey(deps.apiKeys, input);
    await deps.work.run(async (tx) => {
      const stored = await tx.apiKeys.lock(input.id);
      const isMeant = secretHash === undefined || stored?.secretHash === secretHash;
      const before = orNotFound(isMeant ? stored : undefined, 'api-key-not-found');
      const recorded = { event: apiKeyEvents.deleted, actor: input.actor, subject: before };
      await recordChange(tx, deps, recorded, async (allow) => {
        await tx.apiKeys.remove(allow(input.id));
        return { before };
      });
    });
  };
