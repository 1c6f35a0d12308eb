import {
  renderedBody,
  suppliedBody,
  type ContentBody,
  isMarkdown,
  type ContentFields,
  type EditorType,
  type Outline,
  type Rendered,
} from '@portcullis/domain/internal/contents/content';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import { Utf8Text } from '@portcullis/domain/internal/names/text';
import type { MarkdownRenderer } from '../ports/system.ts';
import type { LongField, ContentWithLongFields } from '../ports/contents.ts';

/** Converts Markdown to the body of a content. The body is empty if the Markdown is null. */
export async function bodyFrom(contentMd: string | null, markdown: MarkdownRenderer): Promise<ContentBody> {
  return contentMd === null ? suppliedBody(null) : renderedBody(await markdown.render(contentMd));
}

interface Texts {
  readonly contentMd?: unknown;
  readonly contentHtml?: unknown;
  readonly contentRaw?: unknown;
}

const lengthOf = (text: unknown): number => {
  if (typeof text === 'string') return text.length;
  if (text instanceof Utf8Text) return text.bytes.length;
  return typeof text === 'object' && text !== null && 'bytes' in text ? Number(text.bytes) : 0;
};

/** A body is stored in the content, with its HTML, and in a revision. */
export const bodyCopies = 3;

/** Returns approximately how many bytes a transaction writes that stores these texts of a content. */
export const writtenBytes = ({ contentMd, contentHtml, contentRaw }: Texts): number =>
  bodyCopies * (lengthOf(contentMd) + lengthOf(contentHtml) + lengthOf(contentRaw));

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

/** Reads the content or the working copy that is about to change. */
export interface BodySource {
  readonly editorTypeOf: (id: ContentId) => Promise<EditorType | undefined>;
  readonly find: (id: ContentId) => Promise<Pick<ContentWithLongFields, 'contentHtml'> | undefined>;
}

/**
 * The body that results from a change. It is computed before any row is locked, because the conversion may take long.
 */
export type PreparedBody =
  /**
   * The body was converted from the Markdown of the request. It can be used only if the content has this `type` after
   * the change. If `type` is RICHTEXT, nothing is converted and `body` is undefined.
   */
  | { readonly from: 'markdown'; readonly type: EditorType; readonly body: ContentBody | undefined }
  /**
   * The body is the sanitised HTML of a RICHTEXT content that becomes Markdown. Clients do not sanitise the HTML of
   * Markdown contents, so it must be safe.
   */
  | { readonly from: 'html'; readonly html: string | null; readonly body: ContentBody };

/**
 * Converts the Markdown of a change, or sanitises the HTML of a RICHTEXT content that becomes Markdown.
 * @returns undefined if the change contains no Markdown and does not make a RICHTEXT content Markdown
 * @throws {BusinessError} content-not-found
 * @throws {ContentChanged} if the stored HTML changed while it was being read
 */
export async function prepareBody(
  source: BodySource,
  markdown: MarkdownRenderer,
  id: ContentId,
  { editorType, contentMd }: Partial<ContentFields>,
): Promise<PreparedBody | undefined> {
  if (contentMd === undefined && (editorType === undefined || !isMarkdown(editorType))) return undefined;
  const storedType = orNotFound(await source.editorTypeOf(id), 'content-not-found');
  if (contentMd !== undefined) {
    const type = editorType ?? storedType;
    return { from: 'markdown', type, body: isMarkdown(type) ? await bodyFrom(contentMd, markdown) : undefined };
  }
  if (isMarkdown(storedType)) return undefined;
  const { contentHtml } = orNotFound(await source.find(id), 'content-not-found');
  const html = contentHtml === null ? null : await readWholeText(contentHtml);
  return { from: 'html', html, body: suppliedBody(html === null ? null : await markdown.clean(html)) };
}

type Stored = Pick<ContentFields, 'editorType'> & Pick<ContentBody, 'contentHtml'>;

/**
 * Returns the fields of the body that a change sets; none if the body of a Markdown content stays the same. Returns
 * undefined if the prepared body is obsolete, because a concurrent request has changed the editor type or the HTML.
 */
export function bodyAfter(
  stored: Stored,
  { contentHtml, ...change }: Partial<ContentFields>,
  prepared: PreparedBody | undefined,
): Partial<ContentBody> | undefined {
  const type = change.editorType ?? stored.editorType;
  const becomesMarkdown = change.contentMd === undefined && isMarkdown(type) && !isMarkdown(stored.editorType);
  if (prepared?.from === 'markdown' && prepared.type !== type) return undefined;
  if (becomesMarkdown && !(prepared?.from === 'html' && prepared.html === stored.contentHtml)) return undefined;
  if (!isMarkdown(type)) return suppliedBody(contentHtml === undefined ? stored.contentHtml : contentHtml);
  return prepared?.from === 'markdown' || becomesMarkdown ? (prepared?.body ?? {}) : {};
}

/** The converted body of a Markdown document, with the same field names as in a content. */
export interface ContentPreview extends Pick<Rendered, keyof Outline> {
  readonly contentHtml: Rendered['html'];
}

/** Converts Markdown as for a content, without storing anything. */
export const previewContent =
  ({ markdown }: { readonly markdown: MarkdownRenderer }) =>
  async (contentMd: string): Promise<ContentPreview> => {
    const { html, ...outline } = await markdown.render(contentMd);
    return { contentHtml: html, ...outline };
  };
