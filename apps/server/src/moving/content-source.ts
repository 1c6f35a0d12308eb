import type { Audience } from './audience.ts';
import { markdownOfHtml } from './html-to-markdown.ts';

/** A content of a file before it is checked. */
export interface SourceContent {
  readonly row: number;
  /** The fields in the form of NDJSON; undefined if the row is not readable. */
  readonly fields: Readonly<Record<string, unknown>> | undefined;
  /** Whether the source shows the content to everybody. Default: `status` alone decides. */
  readonly audience?: Audience;
  /** Why the row is not readable. */
  readonly reason?: string;
  /** Why the row is left out, which is no error. */
  readonly leftOut?: string;
  /** The path at which the content was published. */
  readonly path?: string | undefined;
}

export interface ReadContentOptions {
  /** Whether HTML is kept, as contents of the type RICHTEXT. Otherwise it is converted to Markdown. */
  readonly keepHtml: boolean;
  /** Sanitises HTML that is kept. */
  readonly clean: (html: string) => Promise<string>;
  /** Converts Markdown that is a part of a document in another form. */
  readonly render: (markdown: string) => Promise<string>;
}

/** Returns the fields of the body of a content from HTML. */
export const bodyOfHtml = async (
  html: string,
  { keepHtml, clean }: ReadContentOptions,
): Promise<Readonly<Record<string, unknown>>> =>
  keepHtml
    ? { editorType: 'RICHTEXT', contentHtml: await clean(html) }
    : { editorType: 'MARKDOWN', contentMd: markdownOfHtml(html) };

/** Returns the path of an address, or undefined if the text is no address. */
export function pathOf(address: string): string | undefined {
  try {
    return new URL(address).pathname;
  } catch {
    return undefined;
  }
}

/** Decodes a slug that is stored with percent signs. */
export function decodedSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
