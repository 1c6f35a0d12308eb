import type { Utf8Text } from '@portcullis/domain';
import { nextTurn } from './one-at-a-time.ts';

/** A longer text is written and measured in slices of this length, in UTF-16 units. Writing a slice takes a millisecond or two. */
export const sliceLength = 64 * 1024;

export function* slicesOfText(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    let end = start + sliceLength;
    // The halves of a character stay together: JSON has a spelling of its own for one alone.
    if (isFirstHalf(text.charCodeAt(end - 1))) end -= 1;
    yield text.slice(start, end);
    start = end;
  }
}

/** The text in pieces that end between two characters. */
export function* slicesOfUtf8({ bytes }: Utf8Text): Generator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (let start = 0; start < bytes.length; start += sliceLength) {
    yield decoder.decode(bytes.subarray(start, start + sliceLength), { stream: true });
  }
}

const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** Whether a text has at most `maxBytes` bytes of UTF-8; a long text is measured with room for other work between slices. */
export async function fitsInto(maxBytes: number, text: string): Promise<boolean> {
  if (text.length > maxBytes) return false;
  if (text.length <= sliceLength) return Buffer.byteLength(text) <= maxBytes;
  let bytes = 0;
  for (const slice of slicesOfText(text)) {
    await nextTurn();
    bytes += Buffer.byteLength(slice);
  }
  return bytes <= maxBytes;
}
