import { isUtf8 } from 'node:buffer';

/** Length of the longest UTF-8 character, in bytes. */
const maxBytes = 4;

/**
 * Returns a function to call with each chunk of a text. The function returns false as soon as the bytes cannot be the
 * beginning of valid UTF-8. Unlike a decoder, the function creates no strings, because strings of several megabytes
 * slow down the garbage collector.
 */
export function utf8PrefixChecker(): (chunk: Buffer) => boolean {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = endOfLastCharacter(bytes);
    rest = Buffer.from(bytes.subarray(end));
    return isUtf8(bytes.subarray(0, end)) && canBegin(rest);
  };
}

/**
 * Returns the number of bytes before an incomplete character at the end, or `bytes.length` if the last character is
 * complete.
 */
function endOfLastCharacter(bytes: Buffer): number {
  for (let back = 1; back < maxBytes && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    return lengthFrom(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/**
 * Returns true if the bytes can be the beginning of a character. The missing bytes are filled once with the lowest and
 * once with the highest continuation byte. At least one of the two results must be a valid character.
 */
function canBegin(rest: Buffer): boolean {
  if (rest.length === 0) return true;
  const missing = lengthFrom(rest[0] ?? 0) - rest.length;
  return [0x80, 0xbf].some((byte) => isUtf8(Buffer.concat([rest, Buffer.alloc(missing, byte)])));
}

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

/**
 * Returns the length of the character that begins with this byte, in bytes. If the byte cannot begin a character, the
 * result does not matter, because `isUtf8` rejects this byte later.
 */
function lengthFrom(byte: number): number {
  if (byte >= 0xf0) return maxBytes;
  if (byte >= 0xe0) return 3;
  return byte >= 0xc0 ? 2 : 1;
}
