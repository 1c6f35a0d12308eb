import {
  isMarkdown,
  orNotFound,
  suppliedBody,
  type ContentBody,
  type ContentFields,
  type ContentId,
  type EditorType,
} from '@portcullis/domain';
import type { ReadContent } from '../ports/contents.ts';
import type { MarkdownRenderer } from '../ports/system.ts';
import { bodyFrom } from './content-body.ts';
import { readWholeText } from './read-whole-text.ts';

/** Reads the content or working copy that a change is applied to. */
export interface BodySource {
  readonly editorTypeOf: (id: ContentId) => Promise<EditorType | undefined>;
  readonly find: (id: ContentId) => Promise<Pick<ReadContent, 'contentHtml'> | undefined>;
}

/** The body that results from a change. It is computed before any row is locked because conversion may take long. */
export type PreparedBody =
  /**
   * Converted from the Markdown of the request. It can be used only if the content then has this `type`. RICHTEXT has
   * no `body`.
   */
  | { readonly from: 'markdown'; readonly type: EditorType; readonly body: ContentBody | undefined }
  /** The sanitised HTML of a RICHTEXT that becomes Markdown. It must be safe, because clients trust the HTML of Markdown. */
  | { readonly from: 'html'; readonly html: string | null; readonly body: ContentBody };

/**
 * Converts the Markdown of a change, or sanitises the HTML of a RICHTEXT that becomes Markdown.
 * @throws {BusinessError} content-not-found
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
 * Returns the fields of the body after a change, or undefined if a concurrent change of the type or of the HTML has made the
 * prepared body obsolete.
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
