import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { apiKeyViewOf, type ApiKey, type ApiKeyView } from '@portcullis/domain/internal/accounts/api-key';
import { BusinessError, orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { EventKind } from '@portcullis/domain/internal/events/event';
import type { ApiKeyId } from '@portcullis/domain/internal/shared/ids';
import { recordChange } from '../changes.ts';
import type { CreateDependencies } from '../dependencies.ts';
import type { ApiKeyViews } from '../ports/api-keys.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

/** What every use case that changes an API key needs. */
export interface ApiKeyInput {
  readonly actor: Actor;
  readonly id: ApiKeyId;
  /** Whether the actor may also use keys of other owners. */
  readonly isAdministrator: boolean;
}

export interface KeyDependencies<Names extends keyof Transaction = never>
  extends CreateDependencies<Names | 'apiKeys' | 'events'> {
  readonly apiKeys: Pick<ApiKeyViews, 'find'>;
}

/**
 * Returns a key that the actor owns, or any key if the actor is an administrator.
 * @throws {BusinessError} api-key-not-found
 */
export async function findManagedKey(
  apiKeys: Pick<ApiKeyViews, 'find'>,
  { actor, id, isAdministrator }: ApiKeyInput,
): Promise<ApiKeyView> {
  const found = await apiKeys.find(id);
  return orNotFound(isAdministrator || found?.owner.id === actor.id ? found : undefined, 'api-key-not-found');
}

/**
 * Changes a key. An administrator can change the keys of service accounts, but not those of another person. The owner
 * of a key never changes, so it is read before the transaction.
 * @param change returns the changed key
 * @throws {BusinessError} api-key-not-found, api-key-of-another-person, and the errors of `change`
 */
export async function changeApiKey<Names extends keyof Transaction>(
  deps: KeyDependencies<Names | 'apiKeys' | 'events'>,
  input: ApiKeyInput,
  event: EventKind<ApiKey, ApiKey, ApiKey>,
  change: (
    tx: Pick<Transaction, Names | 'apiKeys' | 'events'>,
    stored: ApiKey,
    owner: ApiKeyView['owner'],
  ) => Promise<ApiKey>,
): Promise<ApiKeyView> {
  const { owner } = await findManagedKey(deps.apiKeys, input);
  if (owner.id !== input.actor.id && owner.kind !== 'SERVICE')
    throw new BusinessError('api-key-of-another-person', 'Only its owner can change this key.');
  return deps.work.run(async (tx) => {
    const before = orNotFound(await tx.apiKeys.lock(input.id), 'api-key-not-found');
    const after = await change(tx, before, owner);
    await recordChange(tx, deps, { event, actor: input.actor, subject: after }, async (allow) => {
      await tx.apiKeys.save(allow(after));
      return { before, after };
    });
    return apiKeyViewOf(after, owner);
  });
}
