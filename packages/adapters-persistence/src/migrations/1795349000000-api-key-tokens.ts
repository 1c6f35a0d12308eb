import { migration } from './migration.ts';

/**
 * Adds the version of the access tokens of an API key. Processes of the previous release continue to work: they create
 * keys with the first version, and accept no access tokens of keys.
 */
export const ApiKeyTokens1795349000000 = migration('ApiKeyTokens1795349000000', async (runner) => {
  await runner.query('ALTER TABLE api_keys ADD COLUMN token_version integer NOT NULL DEFAULT 1');
});
