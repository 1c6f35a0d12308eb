import {
  apiKeyEvents,
  checkApiKey,
  type ApiKeyView,
  type EditableApiKey,
} from '@portcullis/domain/internal/accounts/api-key';
import { changeApiKey, type ApiKeyInput, type KeyDependencies } from './change-api-key.ts';
import { provesFactorFor } from './proves-factor-for.ts';

/** What `updateApiKey` needs. */
export interface UpdateApiKeyInput extends ApiKeyInput {
  readonly change: Partial<EditableApiKey>;
}

/**
 * Changes a key. If its permissions change in a session without a second factor, the key no longer gives permissions of
 * roles that require one. Otherwise a stolen session could extend a key that was created with a factor.
 * @throws {BusinessError} api-key-not-found, api-key-of-another-person, api-key-unacceptable
 */
export const updateApiKey =
  (deps: KeyDependencies<'sessions' | 'permissions'>) =>
  ({ change, ...input }: UpdateApiKeyInput): Promise<ApiKeyView> =>
    changeApiKey(deps, input, apiKeyEvents.updated, async (tx, stored, owner) => {
      const at = deps.clock.now();
      const { permissions } = change;
      checkApiKey(change, await tx.permissions.existingCodes(permissions ?? []), at);
      const changed = { ...stored, ...change, updatedAt: at };
      if (permissions === undefined) return changed;
      return {
        ...changed,
        permissions: [...new Set(permissions)].toSorted(),
        hasFactor: stored.hasFactor && (await provesFactorFor(tx, deps.clock, input.actor, owner)),
      };
    });
