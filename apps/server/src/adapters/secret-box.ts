import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { UnreadableSecret, type SecretBox } from '@portcullis/application/internal/ports/system';

const algorithm = 'aes-256-gcm';
const [ivBytes, tagBytes] = [12, 16];

/** Returns the id of a key. Every secret that the key has sealed contains this id. */
const idOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8);

/**
 * Seals (encrypts) secrets with AES-256-GCM. A sealed secret has the form `v1.<key id>.<iv, tag and ciphertext>`. The
 * context identifies the owner of a secret, for example by the id of a webhook. A secret can be opened (decrypted) only
 * with the context with which it was sealed.
 * @param keysOf returns keys of 32 bytes: the first key seals, every key opens. It is called when a key is first
 * needed.
 */
export function secretBox(keysOf: () => readonly [Buffer, ...Buffer[]]): SecretBox {
  let known: readonly [Buffer, ...Buffer[]] | undefined;
  const keys = (): readonly [Buffer, ...Buffer[]] => (known ??= keysOf());
  return {
    seal: (secret, context) => {
      const [key] = keys();
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(context));
      const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `v1.${idOf(key)}.${Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')}`;
    },
    open: (sealed, context) => {
      const [version, keyId, text = ''] = sealed.split('.');
      const key = keys().find((each) => idOf(each) === keyId);
      if (version !== 'v1' || key === undefined) throw new UnreadableSecret('Its key is not configured.');
      const bytes = Buffer.from(text, 'base64url');
      try {
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
          .setAAD(Buffer.from(context))
          .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
        return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new UnreadableSecret('It was changed, or belongs to something else.', { cause });
      }
    },
    keyIds: () => {
      const [first, ...further] = keys();
      return [idOf(first), ...further.map(idOf)];
    },
  };
}
