import type { Utf8Text } from '@portcullis/domain/internal/names/text';

/** Functions that resume the waiting callers of `nextTurn`, in the order of their calls. */
const waiting: (() => void)[] = [];

function admitNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(admitNext);
}

/**
 * Returns a promise that resolves in a later turn of the event loop. Only one of these promises resolves in each turn.
 * If many large responses are written at the same time, only one slice is written in each turn. Other requests run
 * before the next slice.
 */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(admitNext);
  });

/** Maximum length of a slice of a long text, in UTF-16 units. Writing a slice as JSON takes 1 to 2 ms. */
export const sliceLength = 64 * 1024;

export function* slicesOfText(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    let end = start + sliceLength;
    // Surrogate pairs are not split: JSON.stringify would escape each half.
    if (isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    yield text.slice(start, end);
    start = end;
  }
}

/** Decodes a text in pieces. A character whose bytes are in two pieces is decoded correctly. */
export function* slicesOfUtf8({ bytes }: Utf8Text): Generator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (let start = 0; start < bytes.length; start += sliceLength) {
    yield decoder.decode(bytes.subarray(start, start + sliceLength), { stream: true });
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/**
 * Returns true if a text has at most `maxBytes` bytes in UTF-8. Between the slices of a long text, other requests can
 * run.
 */
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
