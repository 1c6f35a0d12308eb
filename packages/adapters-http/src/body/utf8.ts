import { isUtf8 } from 'node:buffer';

/** Length of the longest UTF-8 character, in bytes. */
const maxBytes = 4;

/**
 * Returns a function that is called with each chunk of a text and returns false as soon as the bytes cannot be the
 * beginning of valid UTF-8. Unlike a decoder, the function creates no strings: strings of megabytes cost time in the
 * garbage collector.
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

/** Returns the number of bytes without an incomplete character at the end. */
function endOfLastCharacter(bytes: Buffer): number {
  for (let back = 1; back < maxBytes && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    return lengthFrom(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** Returns true if the bytes can be the beginning of a character: if the lowest or the highest continuation bytes complete it. */
function canBegin(rest: Buffer): boolean {
  if (rest.length === 0) return true;
  const missing = lengthFrom(rest[0] ?? 0) - rest.length;
  return [0x80, 0xbf].some((byte) => isUtf8(Buffer.concat([rest, Buffer.alloc(missing, byte)])));
}

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

/**
 * Returns the length of the character that begins with this byte, in bytes; 1 if no character begins with it, which
 * `isUtf8` refuses later.
 */
function lengthFrom(byte: number): number {
  if (byte >= 0xf0) return maxBytes;
  if (byte >= 0xe0) return 3;
  return byte >= 0xc0 ? 2 : 1;
}
