import type { Rendered } from '@portcullis/domain';
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
  readonly clean: PackedText;
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

/** A converted document. */
export interface Parcel {
  readonly html: PackedText;
  readonly outline: Outline;
}

export function pack(text: string): PackedText {
  const encoding = /[^\0-\xff]/.test(text) ? 'utf16le' : 'latin1';
  // Not from Node's buffer pool: pooled memory cannot be transferred.
  const bytes = new Uint8Array(Buffer.byteLength(text, encoding));
  Buffer.from(bytes.buffer).write(text, encoding);
  return { bytes, encoding };
}

export const unpack = ({ bytes, encoding }: PackedText): string => Buffer.from(bytes.buffer).toString(encoding);

export const parcelOf = ({ html, ...outline }: Rendered): Parcel => ({ html: pack(html), outline });

export const renderedOf = ({ html, outline }: Parcel): Rendered => ({ html: unpack(html), ...outline });
