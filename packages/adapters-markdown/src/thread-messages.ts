import { setImmediate } from 'node:timers/promises';
import type { ShownPicture } from '@portcullis/domain/internal/media/shown-picture';
import { Utf8Text } from '@portcullis/domain/internal/names/text';
import type { Meter } from './cpu-time.ts';
import type { Outline } from './outline.ts';

/** A text in a message between threads. Its bytes are transferred to the other thread without a copy. */
export interface PackedText {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /**
   * Latin-1 if all characters of the text are in Latin-1, otherwise UTF-16. V8 stores strings in these two encodings,
   * so packing and unpacking only copy bytes. UTF-8 would have to be encoded and decoded.
   */
  readonly encoding: 'latin1' | 'utf16le';
}

/**
 * The result type of each job of a worker thread. The name of a job is the name of a function that `worker.ts` exports.
 */
export interface Results {
  readonly render: ConvertedDocument | Refused;
  readonly clean: TransferredHtml;
}

/**
 * The result for a refused document. An error object is not used, because errors lose their class when they are sent
 * between threads.
 */
export interface Refused {
  readonly refusal: string;
}

export type Job = keyof Results;

/** The message that starts a job. */
export interface Task {
  readonly source: PackedText;
  readonly meter: Meter;
  /** The pictures of this service that the document may show. */
  readonly pictures?: readonly ShownPicture[];
}

/** HTML as a string, or as bytes in UTF-8 if the HTML is long. */
export type TransferredHtml = string | Uint8Array<ArrayBuffer>;

/** A converted document. */
export interface ConvertedDocument {
  readonly html: TransferredHtml;
  readonly outline: Outline;
}

function pack(text: string): PackedText {
  const packed = emptyFor(text);
  Buffer.from(packed.bytes.buffer).write(text, packed.encoding);
  return packed;
}

/**
 * Number of characters that are copied in one iteration of the event loop. A copy of this length takes less than a
 * millisecond.
 */
const sliceLength = 512 * 1024;

/** Does the same as `pack`, but copies a long text in slices, so that it does not block the event loop. */
export async function packInSlices(text: string): Promise<PackedText> {
  if (text.length <= sliceLength) return pack(text);
  const packed = emptyFor(text);
  const target = Buffer.from(packed.bytes.buffer);
  for (let start = 0, written = 0; start < text.length; start += sliceLength) {
    written += target.write(text.slice(start, start + sliceLength), written, packed.encoding);
    await setImmediate();
  }
  return packed;
}

function emptyFor(text: string): PackedText {
  const encoding = /[^\0-\xff]/.test(text) ? 'utf16le' : 'latin1';
  // A small `Buffer` may be part of Node's shared buffer pool, which cannot be transferred.
  return { bytes: new Uint8Array(Buffer.byteLength(text, encoding)), encoding };
}

export const unpack = ({ bytes, encoding }: PackedText): string => Buffer.from(bytes.buffer).toString(encoding);

/**
 * Maximum length, in UTF-16 code units, of HTML that is sent as a string. Cloning a string of this length takes less
 * than a millisecond.
 */
const longLength = 256 * 1024;

/**
 * Prepares HTML for sending to the main thread. Long HTML is sent as bytes, because copying a string of several
 * megabytes would block the main thread.
 */
export const toTransferredHtml = (html: string): TransferredHtml =>
  html.length > longLength ? new TextEncoder().encode(html) : html;

export const fromTransferredHtml = (html: TransferredHtml): string | Utf8Text =>
  typeof html === 'string' ? html : new Utf8Text(html);
