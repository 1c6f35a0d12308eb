import { generateKeyPairSync } from 'node:crypto';

/** Returns a new private key in the form of `JWT_PRIVATE_KEY` and of an entry of `JWT_PRIVATE_KEYS`. */
export const aPrivateKey = (): string =>
  generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey.replaceAll('\n', String.raw`\n`);
