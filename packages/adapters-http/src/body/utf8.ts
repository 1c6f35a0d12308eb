import { isUtf8 } from 'node:buffer';

/** Every character is this long at most, in bytes. */
const maxBytes = 4;

/**
 * Follows a text as its bytes arrive. The function returns false as soon as no further bytes can make them UTF-8. It makes no
 * strings of them, as a decoder does: strings of megabytes keep the garbage collector busy.
 */
export function followUtf8(): (chunk: Buffer) => boolean {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = endOfLastCharacter(bytes);
    rest = Buffer.from(bytes.subarray(end));
    return isUtf8(bytes.subarray(0, end)) && canBegin(rest);
  };
}

/** The length without a character at the end that has not arrived in full. */
function endOfLastCharacter(bytes: Buffer): number {
  for (let back = 1; back < maxBytes && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    return lengthFrom(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** Whether bytes can be the beginning of a character: completed by the lowest or by the highest continuations they are one. */
function canBegin(rest: Buffer): boolean {
  if (rest.length === 0) return true;
  const missing = lengthFrom(rest[0] ?? 0) - rest.length;
  return [0x80, 0xbf].some((byte) => isUtf8(Buffer.concat([rest, Buffer.alloc(missing, byte)])));
}

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** The length of the character that begins with a byte; 1 for a byte that begins none, which is then refused. */
function lengthFrom(byte: number): number {
  if (byte >= 0xf0) return maxBytes;
  if (byte >= 0xe0) return 3;
  return byte >= 0xc0 ? 2 : 1;
}
