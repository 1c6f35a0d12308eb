import { ConfigError } from './config-error.ts';
import type { ValuesOf } from './variable.ts';
import type { variables } from './variables.ts';

/** The variables of the keys that sign tokens. */
export type SigningKeyVariables = Pick<
  ValuesOf<typeof variables>,
  'jwtSecret' | 'jwtSecrets' | 'jwtPrivateKey' | 'jwtPrivateKeys'
>;

/** Returns the configured Ed25519 keys in PEM form, and the configured secrets. Private keys replace secrets. */
export const signingKeyTexts = ({
  jwtSecret,
  jwtSecrets,
  jwtPrivateKey,
  jwtPrivateKeys,
}: SigningKeyVariables): Readonly<Record<'privateKeys' | 'secrets', readonly string[]>> => ({
  privateKeys: jwtPrivateKey === undefined ? jwtPrivateKeys : [jwtPrivateKey],
  secrets: jwtSecret === undefined ? jwtSecrets : [jwtSecret],
});

/**
 * Checks that a list of keys is the only variable with keys. Otherwise it would be unclear which key signs.
 * @throws {ConfigError}
 */
export function checkSigningKeys({ jwtSecret, jwtSecrets, jwtPrivateKey, jwtPrivateKeys }: SigningKeyVariables): void {
  const hasSingle = jwtSecret !== undefined || jwtPrivateKey !== undefined;
  const lists = [jwtSecrets, jwtPrivateKeys].filter(({ length }) => length > 0).length;
  if (lists > 1 || (lists === 1 && hasSingle))
    throw new ConfigError(
      'JWT_SECRETS and JWT_PRIVATE_KEYS take effect only alone: JWT_SECRET, JWT_PRIVATE_KEY and the other list must be unset.',
    );
}
