import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RecoveryCodes, TotpCodes } from '@portcullis/application';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const [secretBytes, digits] = [20, 6];

/** Encodes bytes in base 32 (RFC 4648) without padding. The number of bytes must be a multiple of 5. */
function base32Of(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replaceAll(/.{5}/g, (group) => alphabet.charAt(Number.parseInt(group, 2)));
}

function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((group) => Number.parseInt(group, 2)));
}

/** Returns the code of a time step. It is the HOTP value (RFC 4226) with the step as the counter. */
export function totpCodeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) % 16;
  const number = mac.readUInt32BE(offset) % 2 ** 31;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export const totpCodes: TotpCodes = {
  createSecret: () => base32Of(randomBytes(secretBytes)),
  matches: (secret, step, code) =>
    code.length === digits &&
    /^\d+$/.test(code) &&
    timingSafeEqual(Buffer.from(totpCodeOf(secret, step)), Buffer.from(code)),
};

/** Number of random bytes of a recovery code. It is large enough that a plain hash of a code cannot be reversed. */
const recoveryBytes = 15;

/** Creates codes of 120 random bits, in groups of characters that are easy to read. */
export const recoveryCodes: RecoveryCodes = {
  create: () => base32Of(randomBytes(recoveryBytes)).match(/.{6}/g)?.join('-') ?? '',
};
