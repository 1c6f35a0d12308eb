import {
  checkChangedSlug,
  isMarkdown,
  orNotFound,
  suppliedBody,
  type ContentBody,
  type ContentFields,
  type ContentId,
  type ContentView,
  type EditorType,
  type TagId,
} from '@portcullis/domain';
import type { UpdateDependencies } from '../dependencies.ts';
import type { ContentViews } from '../ports/contents.ts';
import type { MarkdownRenderer } from '../ports/system.ts';
import { bodyFrom } from './content-body.ts';
import { wholeText } from './whole-text.ts';
import { checkCategory, setTagsWithin } from './content-links.ts';

export interface UpdateContentInput {
  readonly id: ContentId;
  readonly change: Partial<ContentFields>;
  /** The whole new set; absent: tags stay. */
  readonly tagIds?: readonly TagId[] | undefined;
}

interface Dependencies extends UpdateDependencies {
  readonly contents: ContentViews;
  readonly markdown: MarkdownRenderer;
}

/** The HTML that a change makes, worked out before any row is locked. */
type Prepared =
  /** From the Markdown sent, for a content of this type; without a body where that type is not converted. */
  | { readonly from: 'markdown'; readonly type: EditorType; readonly body: ContentBody | undefined }
  /** From the stored HTML of a RICHTEXT that becomes Markdown: cleaned, since readers take such HTML for clean. */
  | { readonly from: 'html'; readonly html: string | null; readonly body: ContentBody };

/**
 * Changes a content; Markdown sent is converted again. A RICHTEXT that becomes MARKDOWN or UPLOAD without new
 * Markdown keeps its HTML, cleaned.
 * @throws {BusinessError} content-not-found, slug-unacceptable, slug-taken, unknown-category, unknown-tags
 * @throws {ContentChanged} when the content changed while its HTML was read; nothing was done
 */
export const updateContent =
  (use: Dependencies) =>
  async (input: UpdateContentInput): Promise<ContentView> => {
    const { work, clock } = use;
    const { id, change, tagIds } = input;
    const { contentHtml, ...fields } = change;
    const prepared = await prepare(use, input);
    const updated = await work.run(async (tx) => {
      const stored = orNotFound(await tx.contents.lock(id), 'content-not-found');
      checkChangedSlug(stored, fields);
      const type = fields.editorType ?? stored.editorType;
      const isTurned = fields.contentMd === undefined && isMarkdown(type) && !isMarkdown(stored.editorType);
      if (prepared?.from === 'markdown' && prepared.type !== type) return undefined;
      if (isTurned && !(prepared?.from === 'html' && prepared.html === stored.contentHtml)) return undefined;
      if (fields.categoryId !== undefined) await checkCategory(tx, fields.categoryId, tagIds ?? []);
      const supplied = contentHtml === undefined ? stored.contentHtml : contentHtml;
      const made = prepared?.from === 'markdown' || isTurned ? prepared?.body : undefined;
      const body = isMarkdown(type) ? made : suppliedBody(supplied);
      const content = { ...stored, ...fields, ...body, updatedAt: clock.now() };
      await tx.contents.save(content);
      return {
        ...content,
        tagIds: tagIds === undefined ? await tx.contents.tagsOf(id) : await setTagsWithin(tx, id, tagIds),
      };
    });
    // Another change came between, of the type or of the HTML, so what is prepared does not fit.
    return updated ?? updateContent(use)(input);
  };

export type UpdateContent = ReturnType<typeof updateContent>;

async function prepare(
  { contents, markdown }: Dependencies,
  { id, change: { editorType, contentMd } }: UpdateContentInput,
): Promise<Prepared | undefined> {
  if (contentMd === undefined && (editorType === undefined || !isMarkdown(editorType))) return undefined;
  const storedType = orNotFound(await contents.editorTypeOf(id), 'content-not-found');
  if (contentMd !== undefined) {
    const type = editorType ?? storedType;
    return { from: 'markdown', type, body: isMarkdown(type) ? await bodyFrom(contentMd, markdown) : undefined };
  }
  if (isMarkdown(storedType)) return undefined;
  const { contentHtml } = orNotFound(await contents.find(id), 'content-not-found');
  const html = contentHtml === null ? null : await wholeText(contentHtml);
  return { from: 'html', html, body: suppliedBody(html === null ? null : await markdown.clean(html)) };
}
