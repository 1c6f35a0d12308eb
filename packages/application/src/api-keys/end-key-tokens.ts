import { findManagedKey, type ApiKeyInput, type KeyDependencies } from './change-api-key.ts';

/** What `endKeyTokens` needs. */
export interface EndKeyTokensInput extends ApiKeyInput {
  /** The version of the tokens. Tokens with a later version do not end. */
  readonly tokenVersion: number;
}

/**
 * Ends the access tokens that a key has been exchanged for. The key itself continues to work.
 * @throws {BusinessError} api-key-not-found
 */
export const endKeyTokens =
  (deps: KeyDependencies) =>
  async ({ tokenVersion, ...input }: EndKeyTokensInput): Promise<void> => {
    await findManagedKey(deps.apiKeys, input);
    await deps.work.run((tx) => tx.apiKeys.endTokens(input.id, tokenVersion));
  };
