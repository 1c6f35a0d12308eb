import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  randomBytes,
  randomInt,
  randomUUID,
} from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccessTokenOptions } from '@portcullis/adapters-http';
import type { IdSource, WebhookSecrets } from '@portcullis/application';
import type { Id } from '@portcullis/domain';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/config.ts';
import { prepareDataDir } from '../config/directories.ts';

export const randomIds: IdSource = { next: <Kind extends string>() => randomUUID() as Id<Kind> };

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
 * The keys that sign and verify access tokens, the secret from which refresh tokens are derived, and the key of the
 * hashes of request bodies.
 */
export interface Keys extends Pick<AccessTokenOptions, 'algorithm' | 'signingKey' | 'verifyingKey'> {
  readonly refreshSecret: Buffer;
  readonly bodySecret: Buffer;
}

const derivedBytes = 32;

/** The file in the data directory with the generated key for stored secrets. */
const secretsKeyFile = 'secrets-key';

/**
 * Derives further secrets from the signing key. They differ from the signing key and from each other, and all processes
 * with the same signing key derive the same secrets.
 */
function derived(material: Buffer): Pick<Keys, 'refreshSecret' | 'bodySecret'> {
  const secret = (purpose: string) => Buffer.from(hkdfSync('sha256', material, '', purpose, derivedBytes));
  return {
    refreshSecret: secret('portcullis refresh tokens'),
    bodySecret: secret('portcullis request bodies'),
  };
}

/**
 * Returns the configured keys. If no keys are configured, they come from a secret in the data directory. The secret is
 * generated when it is first needed.
 */
export function keysOf({
  jwtSecret,
  jwtPrivateKey,
  dataDir,
}: Pick<Config, 'jwtSecret' | 'jwtPrivateKey' | 'dataDir'>): Keys {
  if (jwtPrivateKey !== undefined) return ed25519Keys(jwtPrivateKey);
  const material = Buffer.from(jwtSecret ?? generatedKey(dataDir, 'jwt-secret', 48), 'utf8');
  const key = createSecretKey(material);
  return { algorithm: 'HS256', signingKey: key, verifyingKey: key, ...derived(material) };
}

function ed25519Keys(pem: string): Keys {
  try {
    const signingKey = createPrivateKey(pem.replaceAll(String.raw`\n`, '\n'));
    if (signingKey.asymmetricKeyType !== 'ed25519') throw new Error('The key is not an Ed25519 key.');
    const material = signingKey.export({ type: 'pkcs8', format: 'der' });
    const verifyingKey = createPublicKey(signingKey);
    return { algorithm: 'EdDSA', signingKey, verifyingKey, ...derived(material) };
  } catch {
    throw new ConfigError('JWT_PRIVATE_KEY takes an Ed25519 private key in PEM form.');
  }
}

/**
 * Returns the keys for stored secrets: the first key encrypts, and every key decrypts. The keys after those of
 * `SECRETS_KEY` decrypt what was stored before `SECRETS_KEY` was set. One of them is derived from the configured
 * signing key, which all processes share. If no signing key is configured, it is generated and stored in the data
 * directory. A key that was generated before a signing key was configured still decrypts.
 */
export function secretsKeysOf({
  secretsKeys,
  jwtSecret,
  jwtPrivateKey,
  dataDir,
}: Pick<Config, 'secretsKeys' | 'jwtSecret' | 'jwtPrivateKey' | 'dataDir'>): readonly [Buffer, ...Buffer[]] {
  const signingKey = jwtPrivateKey ?? jwtSecret;
  const generated = () => Buffer.from(generatedKey(dataDir, secretsKeyFile, derivedBytes), 'base64url');
  const [first, ...further] = secretsKeys.map((key) => Buffer.from(key, 'base64'));
  const unconfigured: readonly [Buffer, ...Buffer[]] =
    signingKey === undefined
      ? [generated()]
      : [
          Buffer.from(hkdfSync('sha256', signingKey, '', 'portcullis stored secrets', derivedBytes)),
          ...(existsSync(join(dataDir, secretsKeyFile)) ? [generated()] : []),
        ];
  return first === undefined ? unconfigured : [first, ...further, ...unconfigured];
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
