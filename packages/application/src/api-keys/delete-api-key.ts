import { apiKeyEvents, orNotFound } from '@portcullis/domain';
import { recordChange } from '../changes.ts';
import { findManagedKey, type ApiKeyInput, type KeyDependencies } from './change-api-key.ts';

/**
 * Removes a key, which stops working immediately. An administrator can remove any key.
 * @throws {BusinessError} api-key-not-found
 */
export const deleteApiKey =
  (deps: KeyDependencies) =>
  async (input: ApiKeyInput): Promise<void> => {
    await findManagedKey(deps.apiKeys, input);
    await deps.work.run(async (tx) => {
      const before = orNotFound(await tx.apiKeys.lock(input.id), 'api-key-not-found');
      const recorded = { event: apiKeyEvents.deleted, actor: input.actor, subject: before };
      await recordChange(tx, deps, recorded, async (allow) => {
        await tx.apiKeys.remove(allow(input.id));
        return { before };
      });
    });
  };
