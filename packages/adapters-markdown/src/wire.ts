import { setImmediate } from 'node:timers/promises';
import { Utf8Text } from '@portcullis/domain';
import type { Meter } from './cpu-time.ts';
import type { Outline } from './outline.ts';

/** A text in a message between threads: bytes that are transferred, so that megabytes are not copied once more. */
export interface PackedText {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** One byte a character where that suffices; both forms become a text by a plain copy, which UTF-8 does not. */
  readonly encoding: 'latin1' | 'utf16le';
}

/** The results of the jobs of a worker thread, by the name of the function that worker.ts exports for each. */
export interface Results {
  readonly render: Parcel | Refused;
  readonly clean: Delivered;
}

/** The result for a document that is refused; an error would lose its class on the way between threads. */
export interface Refused {
  readonly refusal: string;
}

export type Job = keyof Results;

/** The message that starts a job. */
export interface Task {
  readonly source: PackedText;
  readonly meter: Meter;
}

/** HTML, or its bytes in UTF-8 where it is long. */
export type Delivered = string | Uint8Array<ArrayBuffer>;

/** A converted document. */
export interface Parcel {
  readonly html: Delivered;
  readonly outline: Outline;
}

function pack(text: string): PackedText {
  const packed = emptyFor(text);
  Buffer.from(packed.bytes.buffer).write(text, packed.encoding);
  return packed;
}

/** Characters that are copied in one turn of the event loop: less than a millisecond. */
const sliceLength = 512 * 1024;

/** As `pack`, for the event loop: a long text is copied in slices, with room for other work after each. */
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
  // Not from Node's buffer pool: pooled memory cannot be transferred.
  return { bytes: new Uint8Array(Buffer.byteLength(text, encoding)), encoding };
}

export const unpack = ({ bytes, encoding }: PackedText): string => Buffer.from(bytes.buffer).toString(encoding);

/** HTML up to this length is cloned as a string in less than a millisecond; in UTF-16 units. */
const longLength = 256 * 1024;

/** HTML as a worker thread delivers it. A string of megabytes would be copied in one piece by the thread that receives it. */
export const deliver = (html: string): Delivered => (html.length > longLength ? new TextEncoder().encode(html) : html);

export const received = (html: Delivered): string | Utf8Text => (typeof html === 'string' ? html : new Utf8Text(html));
