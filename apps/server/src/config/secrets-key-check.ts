import { ConfigError } from './config-error.ts';
import type { Config } from './config.ts';

/**
 * Returns the error of a process that lacks keys which the database needs.
 * @param missing the ids of these keys
 */
export function missingKeysError(
  { secretsKeys, jwtSecret, jwtPrivateKey }: Pick<Config, 'secretsKeys' | 'jwtSecret' | 'jwtPrivateKey'>,
  missing: readonly string[],
): ConfigError {
  const signingKey = jwtPrivateKey === undefined ? 'JWT_SECRET' : 'JWT_PRIVATE_KEY';
  const derived =
    jwtPrivateKey === undefined && jwtSecret === undefined ? 'generated in DATA_DIR' : `derived from ${signingKey}`;
  const origin = secretsKeys.length === 0 ? ` It is not set, so the key of this process is ${derived}.` : '';
  return new ConfigError(
    `SECRETS_KEY takes every key with which secrets in this database are encrypted, and lacks ${missing.join(', ')}.${origin} If the key is lost: portcullis secrets accept-loss.`,
  );
}
