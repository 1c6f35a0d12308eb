import {
  createHash,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  randomBytes,
  randomInt,
  randomUUID,
} from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccessTokenOptions } from '@portcullis/adapters-http';
import type { IdSource, RefreshTokens } from '@portcullis/application';
import type { Id } from '@portcullis/domain';
import { ConfigError, type Config } from './config.ts';

/** Everything random or secret. */

export const randomIds: IdSource = { next: <Kind extends string>() => randomUUID() as Id<Kind> };

const refreshTokenBytes = 32;

export const refreshTokens: RefreshTokens = {
  create: () => {
    const token = randomBytes(refreshTokenBytes).toString('base64url');
    return { token, hash: createHash('sha256').update(token).digest('base64url') };
  },
};

/** Letters and digits that no font confuses; a word to every input rule of the clients. */
const passwordAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const passwordLength = 16;

export const randomPassword = (): string =>
  Array.from({ length: passwordLength }, () => passwordAlphabet.charAt(randomInt(passwordAlphabet.length))).join('');

/** The key that signs access tokens: what is configured, else a secret generated once into the data directory. */
export function signingKeys({
  jwtSecret,
  jwtPrivateKey,
  dataDir,
}: Pick<Config, 'jwtSecret' | 'jwtPrivateKey' | 'dataDir'>): Pick<
  AccessTokenOptions,
  'algorithm' | 'signingKey' | 'verifyingKey'
> {
  if (jwtPrivateKey !== undefined) return ed25519Keys(jwtPrivateKey);
  const key = createSecretKey(Buffer.from(jwtSecret ?? generatedSecret(join(dataDir, 'jwt-secret')), 'utf8'));
  return { algorithm: 'HS256', signingKey: key, verifyingKey: key };
}

function ed25519Keys(pem: string) {
  try {
    const signingKey = createPrivateKey(pem.replaceAll(String.raw`\n`, '\n'));
    if (signingKey.asymmetricKeyType !== 'ed25519') throw new Error('another kind of key');
    return { algorithm: 'EdDSA' as const, signingKey, verifyingKey: createPublicKey(signingKey) };
  } catch {
    throw new ConfigError('JWT_PRIVATE_KEY takes an Ed25519 private key in PEM form.');
  }
}

function generatedSecret(file: string): string {
  mkdirSync(join(file, '..'), { recursive: true });
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!isThere) throw error;
  }
  return readFileSync(file, 'utf8');
}
