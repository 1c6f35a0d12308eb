import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  randomInt,
  type KeyObject,
} from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccessTokenOptions, TokenKey } from '@portcullis/adapters-http/internal/checks/access-tokens';
import type { WebhookSecrets } from '@portcullis/application/internal/ports/webhooks';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/config.ts';
import { prepareDataDir } from '../config/directories.ts';
import { signingKeyTexts, type SigningKeyVariables } from '../config/signing-keys.ts';

/** Letters and digits, without characters that look alike, such as 0 and O. */
const passwordAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const passwordLength = 16;

/** Makes the secrets of webhooks. */
export const webhookSecrets: WebhookSecrets = { create: () => `whsec_${randomBytes(32).toString('base64')}` };

/** Returns a random password of 16 characters, or of `minLength` characters if that is more. */
export const randomPassword = (minLength: number): string =>
  Array.from({ length: Math.max(passwordLength, minLength) }, () =>
    passwordAlphabet.charAt(randomInt(passwordAlphabet.length)),
  ).join('');

/**
 * The keys that sign and verify tokens, the secrets from which refresh tokens are derived, and the keys of the hashes of
 * request bodies. Each signing key has its own refresh secret and its own key of hashes, in the same order.
 */
export interface Keys extends Pick<AccessTokenOptions, 'tokenKeys'> {
  readonly refreshSecrets: readonly [Buffer, ...Buffer[]];
  readonly bodySecrets: readonly [Buffer, ...Buffer[]];
}

const derivedBytes = 32;

/** The file in the data directory with the generated key for stored secrets. */
const secretsKeyFile = 'secrets-key';

/** A signing key, and the bytes from which further secrets are derived. */
interface SigningKey {
  readonly key: TokenKey;
  readonly material: Buffer;
}

/**
 * Derives a secret from a signing key. The secrets of different purposes differ from the signing key and from each
 * other, and all processes with the same signing key derive the same secrets.
 */
const derived = ({ material }: Pick<SigningKey, 'material'>, purpose: string, bytes = derivedBytes): Buffer =>
  Buffer.from(hkdfSync('sha256', material, '', purpose, bytes));

const refreshSecret = (key: SigningKey): Buffer => derived(key, 'portcullis refresh tokens');
const bodySecret = (key: SigningKey): Buffer => derived(key, 'portcullis request bodies');

/**
 * Returns the configured keys. If no keys are configured, they come from a secret in the data directory. The secret is
 * generated when it is first needed.
 */
export function keysOf({ dataDir, ...config }: SigningKeyVariables & Pick<Config, 'dataDir'>): Keys {
  const { privateKeys, secrets } = signingKeyTexts(config);
  const [first = secretKey(generatedKey(dataDir, 'jwt-secret', 48)), ...further] =
    privateKeys.length > 0 ? privateKeys.map(ed25519Key) : secrets.map(secretKey);
  return {
    tokenKeys: [first.key, ...further.map(({ key }) => key)],
    refreshSecrets: [refreshSecret(first), ...further.map(refreshSecret)],
    bodySecrets: [bodySecret(first), ...further.map(bodySecret)],
  };
}

function secretKey(text: string): SigningKey {
  const material = Buffer.from(text, 'utf8');
  const key = createSecretKey(material);
  const id = derived({ material }, 'portcullis key id', 12).toString('base64url');
  return { key: { id, algorithm: 'HS256', signingKey: key, verifyingKey: key }, material };
}

function ed25519Key(pem: string): SigningKey {
  try {
    const signingKey = createPrivateKey(pem.replaceAll(String.raw`\n`, '\n'));
    if (signingKey.asymmetricKeyType !== 'ed25519') throw new Error('The key is not an Ed25519 key.');
    const verifyingKey = createPublicKey(signingKey);
    const key = { id: thumbprintOf(verifyingKey), algorithm: 'EdDSA', signingKey, verifyingKey } as const;
    return { key, material: signingKey.export({ type: 'pkcs8', format: 'der' }) };
  } catch {
    throw new ConfigError('JWT_PRIVATE_KEY and JWT_PRIVATE_KEYS take Ed25519 private keys in PEM form.');
  }
}

/** Returns the thumbprint of an Ed25519 key (RFC 7638). */
function thumbprintOf(key: KeyObject): string {
  const { crv, kty, x } = key.export({ format: 'jwk' });
  return hash('sha256', JSON.stringify({ crv, kty, x }), 'base64url');
}

/**
 * Returns the keys for stored secrets: the first key encrypts, and every key decrypts. The keys after those of
 * `SECRETS_KEY` decrypt what was stored before `SECRETS_KEY` was set. One of them is derived from the configured
 * signing key, which all processes share. If no signing key is configured, it is generated and stored in the data
 * directory. A key that was generated before a signing key was configured still decrypts.
 */
export function secretsKeysOf({
  secretsKeys,
  dataDir,
  ...config
}: SigningKeyVariables & Pick<Config, 'secretsKeys' | 'dataDir'>): readonly [Buffer, ...Buffer[]] {
  const { privateKeys, secrets } = signingKeyTexts(config);
  const generated = () => Buffer.from(generatedKey(dataDir, secretsKeyFile, derivedBytes), 'base64url');
  const hasGenerated = existsSync(join(dataDir, secretsKeyFile));
  const [first = generated(), ...further] = [
    ...secretsKeys.map((key) => Buffer.from(key, 'base64')),
    ...(privateKeys.length > 0 ? privateKeys : secrets).map((text) =>
      derived({ material: Buffer.from(text) }, 'portcullis stored secrets'),
    ),
    ...(hasGenerated ? [generated()] : []),
  ];
  return [first, ...further];
}

/** Returns the secret from a file of the data directory. If there is no file, a secret is generated and stored. */
function generatedKey(dataDir: string, name: string, bytes: number): string {
  prepareDataDir(dataDir);
  const file = join(dataDir, name);
  try {
    writeFileSync(file, randomBytes(bytes).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!exists) throw error;
  }
  return readFileSync(file, 'utf8');
}
