import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ApiKeyTokens } from '@portcullis/application/internal/ports/api-keys';
import { isId } from '@portcullis/domain';
import { hashOf } from './hashed-tokens.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = BigInt(digits.length);

/** Numbers of digits that are sufficient for 128, 256 and 32 bits. */
const [idLength, secretLength, checksumLength] = [22, 43, 6];
const form = new RegExp(
  `^(ptc_([0-9A-Za-z]{${idLength}})_([0-9A-Za-z]{${secretLength}}))([0-9A-Za-z]{${checksumLength}})$`,
);

/** Writes a number with digits and letters only, so that a double click selects a whole key. */
function encode(value: bigint, length: number): string {
  let [text, rest] = ['', value];
  for (let position = 0; position < length; position += 1) {
    text = digits.charAt(Number(rest % base)) + text;
    rest /= base;
  }
  return text;
}

const decode = (text: string): bigint => {
  let value = 0n;
  for (const digit of text) value = value * base + BigInt(digits.indexOf(digit));
  return value;
};

const checksumOf = (text: string): string => encode(BigInt(crc32(text)), checksumLength);

/** Returns the UUID of a number; undefined if the number has more than 128 bits. */
function uuidOf(value: bigint): string | undefined {
  const hex = value.toString(16).padStart(32, '0');
  return hex.length > 32 ? undefined : hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * An API key is `ptc_`, the id of the key, `_`, a secret of 256 random bits, and the CRC-32 of everything before it. With
 * the checksum, a scanner can tell a key from other text without a request.
 */
export const apiKeyTokens: ApiKeyTokens = {
  create: (id) => {
    const secret = encode(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength);
    const text = `ptc_${encode(BigInt(`0x${id.replaceAll('-', '')}`), idLength)}_${secret}`;
    return { key: `${text}${checksumOf(text)}`, secretHash: hashOf(secret) };
  },
  read: (text) => {
    const [, checked = '', idPart = '', secret = '', checksum] = form.exec(text) ?? [];
    if (checksum === undefined || checksum !== checksumOf(checked)) return undefined;
    const id = uuidOf(decode(idPart));
    return isId<'ApiKey'>(id) ? { id, secretHash: hashOf(secret) } : undefined;
  },
};
