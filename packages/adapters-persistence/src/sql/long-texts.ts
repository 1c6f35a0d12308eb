import { setImmediate } from 'node:timers/promises';

/** A longer text is not left to the driver, which would write it in one stretch; in UTF-16 units. */
const longLength = 1024 * 1024;
/** What is written in one go, in bytes: about a millisecond. */
const sliceBytes = 256 * 1024;

export const isLong = (value: unknown): value is string => typeof value === 'string' && value.length > longLength;

const encoder = new TextEncoder();

/** The bytes of a text, which the driver sends as they are, with room for others after each slice. */
export async function bytesOf(text: string): Promise<Buffer> {
  const slices: Uint8Array[] = [];
  let length = 0;
  for (let from = 0; from < text.length; ) {
    // Never half a character: it ends before the first that has no room.
    const slice = new Uint8Array(sliceBytes);
    const { read, written } = encoder.encodeInto(text.slice(from, from + sliceBytes), slice);
    slices.push(slice.subarray(0, written));
    from += read;
    length += written;
    await setImmediate();
  }
  // The length is known only now: to count the bytes of megabytes takes longer than to write them.
  const bytes = Buffer.allocUnsafeSlow(length);
  let to = 0;
  for (const slice of slices) {
    bytes.set(slice, to);
    to += slice.length;
    await setImmediate();
  }
  return bytes;
}
