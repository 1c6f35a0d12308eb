import { setImmediate } from 'node:timers/promises';

/**
 * Length in UTF-16 code units above which a text is encoded in slices. Otherwise the driver would block the event loop
 * while it encodes the text.
 */
const longLength = 1024 * 1024;
/** Size of a slice in bytes. Encoding it takes about a millisecond. */
const sliceBytes = 256 * 1024;

const isLong = (value: unknown): value is string => typeof value === 'string' && value.length > longLength;

/**
 * Encodes the long texts of a row as UTF-8 bytes, which the driver sends unchanged. Only contents and their working copies
 * have such texts.
 */
export async function withEncodedTexts<Row extends object>(row: Row): Promise<Row> {
  const encoded = { ...row };
  for (const [property, value] of Object.entries(row))
    if (isLong(value)) Object.assign(encoded, { [property]: await encodeLongText(value) });
  return encoded;
}

const encoder = new TextEncoder();

/** Encodes a text as UTF-8 bytes, which the driver sends unchanged. Yields to the event loop after each slice. */
async function encodeLongText(text: string): Promise<Buffer> {
  const slices: Uint8Array[] = [];
  // The length in bytes is summed during the encoding, because counting the bytes first takes longer than the encoding.
  let length = 0;
  for (let from = 0; from < text.length; ) {
    // `encodeInto` stops before a character that does not fit, so no character is split.
    const slice = new Uint8Array(sliceBytes);
    const { read, written } = encoder.encodeInto(text.slice(from, from + sliceBytes), slice);
    slices.push(slice.subarray(0, written));
    from += read;
    length += written;
    await setImmediate();
  }
  const bytes = Buffer.allocUnsafeSlow(length);
  let to = 0;
  for (const slice of slices) {
    bytes.set(slice, to);
    to += slice.length;
    await setImmediate();
  }
  return bytes;
}
