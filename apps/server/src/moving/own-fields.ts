import type { SourceContent } from './content-source.ts';
import { timestampOf } from './timestamps.ts';
import { withoutEmpty, type ContentFieldsOfFile } from './write-contents.ts';

/**
 * The name of an additional field in files for other products. It contains, as JSON, everything that these files have no
 * field for, such as the Markdown of a content, so that an import here restores the content exactly.
 */
export const ownFieldsName = '_portcullis';

/** Matches what a text in XML cannot carry. A parser replaces the character U+000D by a line feed. */
export const notInXml = /[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/**
 * Returns the value of the additional field. The HTML is left out, because it is in a field of the other product, unless
 * that field cannot carry it.
 */
export function ownFieldsOf({ contentHtml, ...fields }: ContentFieldsOfFile): string {
  const isCarried = contentHtml === null || (contentHtml !== '' && contentHtml.search(notInXml) < 0);
  const json = JSON.stringify(withoutEmpty({ ...fields, contentHtml: isCarried ? null : contentHtml }));
  // JSON escapes the other characters that XML cannot carry.
  return json.replaceAll(/[\ufffe\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
}

interface Stored {
  /** The value of the additional field; undefined if the file has none. */
  readonly own: unknown;
  readonly html: string;
  /** The time of the last change according to the other product. */
  readonly updatedAt: unknown;
}

const secondOf = (time: unknown): number => Math.floor(new Date(String(timestampOf(time, 'UTC'))).getTime() / 1000);

/**
 * Returns the fields of a content that was exported here, or undefined for other contents, and if the other product has
 * changed the content since.
 */
export function ownFields({ own, html, updatedAt }: Stored): SourceContent['fields'] {
  if (typeof own !== 'string') return undefined;
  const fields = objectOf(own);
  if (fields === undefined || secondOf(fields['updatedAt']) !== secondOf(updatedAt)) return undefined;
  const isCarried = fields['editorType'] === 'RICHTEXT' && fields['contentHtml'] === undefined && html !== '';
  return isCarried ? { ...fields, contentHtml: html } : fields;
}

function objectOf(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
