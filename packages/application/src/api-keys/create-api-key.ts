import type { Actor } from '@portcullis/domain/internal/shared/actor';
import {
  apiKeyEvents,
  apiKeyLimits,
  apiKeyViewOf,
  checkApiKey,
  defaultExpiry,
  unacceptableKey,
  type ApiKey,
  type ApiKeyView,
  type EditableApiKey,
} from '@portcullis/domain/internal/accounts/api-key';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import { addEntity } from '../changes.ts';
import type { CreateDependencies } from '../dependencies.ts';
import type { ApiKeyTokens } from '../ports/api-keys.ts';
import { provesFactorFor } from './proves-factor-for.ts';

/** What `createApiKey` needs. */
export interface CreateApiKeyInput extends Pick<EditableApiKey, 'name'>, Partial<Omit<EditableApiKey, 'name'>> {
  readonly actor: Actor;
  /** The owner of the key: the actor, or a service account. Default: the actor. */
  readonly ownerId?: UserId;
}

/** A key, and its text, which no later response contains. */
export interface ApiKeyWithSecret {
  readonly apiKey: ApiKeyView;
  readonly key: string;
}

interface Dependencies extends CreateDependencies<'users' | 'sessions' | 'permissions' | 'apiKeys' | 'events'> {
  readonly apiKeyTokens: ApiKeyTokens;
}

/**
 * Creates an API key. The caller of this function must have checked that the actor may create keys of another owner.
 * @throws {BusinessError} api-key-unacceptable, too-many-api-keys
 */
export const createApiKey =
  ({ work, clock, ids, apiKeyTokens }: Dependencies) =>
  ({ actor, ownerId = actor.id, name, permissions = [], ...draft }: CreateApiKeyInput): Promise<ApiKeyWithSecret> =>
    work.run(async (tx) => {
      // The owner is locked, so that concurrent requests cannot exceed the maximum number of keys.
      const owner = await tx.users.lock(ownerId);
      if (owner === undefined || (ownerId !== actor.id && owner.kind !== 'SERVICE'))
        throw unacceptableKey([{ field: 'ownerId', message: 'Must be the id of a service account.' }]);
      const at = clock.now();
      checkApiKey({ permissions, ...draft }, await tx.permissions.existingCodes(permissions), at);
      if ((await tx.apiKeys.lockOf(ownerId)).length >= apiKeyLimits.keys)
        throw new BusinessError('too-many-api-keys', `An account has at most ${apiKeyLimits.keys} API keys.`);
      const id = ids.next<'ApiKey'>();
      const { key, secretHash } = apiKeyTokens.create(id);
      const apiKey: ApiKey = {
        id,
        ownerId,
        name,
        secretHash,
        permissions: [...new Set(permissions)].toSorted(),
        readOnly: draft.readOnly ?? false,
        allowedAddresses: draft.allowedAddresses ?? [],
        hasFactor: await provesFactorFor(tx, clock, actor, owner),
        tokenVersion: 1,
        issuedAt: at,
        expiresAt: draft.expiresAt ?? defaultExpiry(at),
        lastUsedAt: null,
        createdAt: at,
        updatedAt: at,
      };
      await addEntity(tx, { ids, clock }, { actor, event: apiKeyEvents.created }, apiKey, tx.apiKeys.add);
      return { apiKey: apiKeyViewOf(apiKey, owner), key };
    });
