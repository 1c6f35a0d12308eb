import type { Rendered } from '@portcullis/domain';
import type { Outline } from './outline.ts';

/** A text on its way between threads: bytes that change hands, so that megabytes are not copied once more. */
export interface PackedText {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** One byte a character where that suffices; both forms become a text by a plain copy, which UTF-8 does not. */
  readonly encoding: 'latin1' | 'utf16le';
}

/** A document for a worker. */
export interface Task {
  readonly source: PackedText;
  /** Whether code is highlighted. */
  readonly highlight: boolean;
}

/** The result for a document that is refused; an error would lose its class on the way between threads. */
export interface Refused {
  readonly refusal: string;
}

/** HTML for a worker to clean. */
export interface CleaningTask {
  readonly html: PackedText;
}

/** What a worker made of it. */
export interface Parcel {
  readonly html: PackedText;
  readonly outline: Outline;
}

export function pack(text: string): PackedText {
  const encoding = /[^\0-\xff]/.test(text) ? 'utf16le' : 'latin1';
  // Memory of its own: what Node takes from its pool cannot be handed over.
  const bytes = new Uint8Array(Buffer.byteLength(text, encoding));
  Buffer.from(bytes.buffer).write(text, encoding);
  return { bytes, encoding };
}

export const unpack = ({ bytes, encoding }: PackedText): string => Buffer.from(bytes.buffer).toString(encoding);

export const parcelOf = ({ html, ...outline }: Rendered): Parcel => ({ html: pack(html), outline });

export const renderedOf = ({ html, outline }: Parcel): Rendered => ({ html: unpack(html), ...outline });
