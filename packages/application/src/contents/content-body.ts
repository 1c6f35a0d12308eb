import { renderedBody, suppliedBody, Utf8Text, type ContentBody } from '@portcullis/domain';
import type { MarkdownRenderer } from '../ports/system.ts';
import type { LongField } from '../ports/contents.ts';

/** Converts Markdown to the body of a content. The body is empty if the Markdown is null. */
export async function bodyFrom(contentMd: string | null, markdown: MarkdownRenderer): Promise<ContentBody> {
  return contentMd === null ? suppliedBody(null) : renderedBody(await markdown.render(contentMd));
}

interface Texts {
  readonly contentMd?: string | null | undefined;
  readonly contentHtml?: string | Utf8Text | null | undefined;
  readonly contentRaw?: unknown;
}

const lengthOf = (text: unknown): number => {
  if (typeof text === 'string') return text.length;
  return text instanceof Utf8Text ? text.bytes.length : 0;
};

/** A body is stored in the content, with its HTML, and in a revision. */
const copies = 3;

/** Returns approximately how many bytes a transaction writes that stores these texts of a content. */
export const writtenBytes = ({ contentMd, contentHtml, contentRaw }: Texts): number =>
  copies * (lengthOf(contentMd) + lengthOf(contentHtml) + lengthOf(contentRaw));

/**
 * Reads the complete text of a body into memory. Responses do not need this function, because they stream a long body
 * in pieces.
 * @throws {ContentChanged} if the content was changed or removed while its text was being read
 */
export async function readWholeText(body: string | LongField): Promise<string> {
  if (typeof body === 'string') return body;
  const pieces: string[] = [];
  for await (const piece of body.pieces()) pieces.push(piece);
  return pieces.join('');
}
