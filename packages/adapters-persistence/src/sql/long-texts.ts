import { setImmediate } from 'node:timers/promises';

/** A longer text is not left to the driver, which would write it in one stretch; in UTF-16 units. */
const longLength = 1024 * 1024;
/** What is written in one go, in bytes: about a millisecond. */
const sliceBytes = 256 * 1024;

export const isLong = (value: unknown): value is string => typeof value === 'string' && value.length > longLength;

const encoder = new TextEncoder();

/** The bytes of a text, which the driver sends as they are, with room for others after each slice. */
export async function bytesOf(text: string): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(text));
  let from = 0;
  let to = 0;
  while (from < text.length) {
    // Never half a character: it ends before the first that has no room.
    const { read, written } = encoder.encodeInto(text.slice(from), bytes.subarray(to, to + sliceBytes));
    from += read;
    to += written;
    await setImmediate();
  }
  return bytes;
}
