import { ConfigError } from './config-error.ts';
import type { Config } from './config.ts';
import { signingKeyTexts, type SigningKeyVariables } from './signing-keys.ts';

/**
 * Returns the error of a process that lacks keys which the database needs.
 * @param missing the ids of these keys
 */
export function missingKeysError(
  { secretsKeys, ...config }: SigningKeyVariables & Pick<Config, 'secretsKeys'>,
  missing: readonly string[],
): ConfigError {
  const { privateKeys, secrets } = signingKeyTexts(config);
  const signingKey = privateKeys.length > 0 ? 'JWT_PRIVATE_KEY' : 'JWT_SECRET';
  const isConfigured = privateKeys.length > 0 || secrets.length > 0;
  const derived = isConfigured ? `derived from ${signingKey}` : 'generated in DATA_DIR';
  const origin = secretsKeys.length === 0 ? ` It is not set, so the key of this process is ${derived}.` : '';
  return new ConfigError(
    `SECRETS_KEY takes every key with which secrets in this database are encrypted, and lacks ${missing.join(', ')}.${origin} If the key is lost: portcullis secrets accept-loss.`,
  );
}
