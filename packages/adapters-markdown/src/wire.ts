import type { Rendered } from './convert.ts';
import type { Outline } from './outline.ts';

/** A document for a worker. */
export interface Task {
  readonly source: string;
  /** Whether code is highlighted. */
  readonly highlight: boolean;
}

/** A result on its way between threads: the HTML as bytes that change hands, so that megabytes are not copied twice. */
export interface Parcel {
  readonly html: Uint8Array<ArrayBuffer>;
  /** One byte a character where that suffices; both forms become a text by a plain copy, which UTF-8 does not. */
  readonly encoding: 'latin1' | 'utf16le';
  readonly outline: Outline;
}

export function pack({ html, ...outline }: Rendered): Parcel {
  const encoding = /[^\0-\xff]/.test(html) ? 'utf16le' : 'latin1';
  // Memory of its own: what Node takes from its pool cannot be handed over.
  const bytes = new Uint8Array(Buffer.byteLength(html, encoding));
  Buffer.from(bytes.buffer).write(html, encoding);
  return { html: bytes, encoding, outline };
}

export function unpack({ html, encoding, outline }: Parcel): Rendered {
  return { html: Buffer.from(html.buffer).toString(encoding), ...outline };
}
