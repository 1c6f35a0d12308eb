import { pbkdf2 } from './derived-keys.ts';
import type { StoredHash } from './stored-hash.ts';

const aspNetDigests = ['sha1', 'sha256', 'sha512'] as const;
/** Version 2: a zero byte, a salt of 16 bytes and a key of 32 bytes. */
const aspNetV2 = { length: 49, salt: 17, iterations: 1000 } as const;
/** Version 3: the byte 1, the digest, the iterations and the length of the salt as 32-bit integers, salt and key. */
const aspNetV3 = { digest: 1, iterations: 5, saltLength: 9, salt: 13 } as const;

export function aspNetIdentity({ hash = '' }: Readonly<Record<string, string>>): StoredHash | undefined {
  const bytes = Buffer.from(hash, 'base64');
  if (bytes[0] === 0 && bytes.length === aspNetV2.length)
    return pbkdf2('sha1', aspNetV2.iterations, {
      salt: bytes.subarray(1, aspNetV2.salt),
      key: bytes.subarray(aspNetV2.salt),
    });
  if (bytes[0] !== 1 || bytes.length < aspNetV3.salt) return undefined;
  const digest = aspNetDigests[bytes.readUInt32BE(aspNetV3.digest)];
  const end = aspNetV3.salt + bytes.readUInt32BE(aspNetV3.saltLength);
  return digest === undefined
    ? undefined
    : pbkdf2(digest, bytes.readUInt32BE(aspNetV3.iterations), {
        salt: bytes.subarray(aspNetV3.salt, end),
        key: bytes.subarray(end),
      });
}
