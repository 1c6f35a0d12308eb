import type { Audience } from './audience.ts';
import type { FileParts } from './front-matter.ts';
import type { Encoding } from './decoded-text.ts';

/** The text of a content in a form that is converted. */
export interface SourceText {
  /** `classic`: HTML of WordPress, in which empty lines separate paragraphs. The others are documents of Ghost. */
  readonly form: 'html' | 'classic' | 'lexical' | 'mobiledoc';
  readonly text: string;
}

/** A content of a file before it is checked. */
export interface SourceContent {
  readonly row: number;
  /**
   * The fields in the form of NDJSON, apart from times, which can be in other forms; undefined if the row is not
   * readable.
   */
  readonly fields: Readonly<Record<string, unknown>> | undefined;
  /** The text, unless it is one of the fields. */
  readonly source?: SourceText;
  /** Whether the source shows the content to everybody. Default: `status` alone decides. */
  readonly audience?: Audience;
  /** Why the row is not readable. */
  readonly reason?: string;
  /** Why the row is left out, which is no error. */
  readonly leftOut?: string;
  /** What differs from the source. */
  readonly notes?: readonly string[];
  /** The path at which the content was published. */
  readonly path?: string | undefined;
}

/** The fields of a converted text. */
export interface ConvertedText {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

/** What is done with one text, which can take long if the text is hostile. */
export interface RowWork {
  /** Returns the front matter of a Markdown file and the text after it. */
  readonly partsOfFile: (text: string) => FileParts | Promise<FileParts>;
  /**
   * Converts a text to Markdown, or to sanitised HTML if Markdown cannot express it.
   * @param keepHtml whether the text stays HTML in any case
   */
  readonly convertText: (source: SourceText, keepHtml: boolean) => ConvertedText | Promise<ConvertedText>;
  /** Sanitises HTML of a file in the form of an export from here. */
  readonly cleanHtml: (html: string) => string | Promise<string>;
}

export interface ReadContentOptions extends Encoding {
  readonly rowWork: RowWork;
  /** Returns the path of a content here by its slug. */
  readonly pathOfSlug: (slug: string) => string;
}

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
