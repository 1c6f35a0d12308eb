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
import { readWholeText } from './read-whole-text.ts';
import { checkCategory, setTagsWithin } from './content-links.ts';

export interface UpdateContentInput {
  readonly id: ContentId;
  readonly change: Partial<ContentFields>;
  /** Replaces all tags. If absent, the tags stay. */
  readonly tagIds?: readonly TagId[] | undefined;
}

interface Dependencies extends UpdateDependencies {
  readonly contents: ContentViews;
  readonly markdown: MarkdownRenderer;
}

/** The body that results from a change. It is computed before any row is locked because conversion may take long. */
type PreparedBody =
  /** Converted from the Markdown of the request, if the content has this type. The body is absent for RICHTEXT. */
  | { readonly from: 'markdown'; readonly type: EditorType; readonly body: ContentBody | undefined }
  /** Sanitised from the stored HTML of a RICHTEXT that becomes Markdown, since clients trust the HTML of Markdown. */
  | { readonly from: 'html'; readonly html: string | null; readonly body: ContentBody };

/**
 * Changes a content. New Markdown is converted. If a RICHTEXT becomes MARKDOWN or UPLOAD without new Markdown, its HTML
 * is sanitised and kept.
 * @throws {BusinessError} content-not-found, slug-unacceptable, slug-taken, unknown-category, unknown-tags
 * @throws {ContentChanged} when the content changed while its HTML was read; nothing was stored
 */
export const updateContent =
  (deps: Dependencies) =>
  async (input: UpdateContentInput): Promise<ContentView> => {
    const { work, clock } = deps;
    const { id, change, tagIds } = input;
    const { contentHtml, ...fields } = change;
    const prepared = await prepare(deps, input);
    const updated = await work.run(async (tx) => {
      const stored = orNotFound(await tx.contents.lock(id), 'content-not-found');
      checkChangedSlug(stored, fields);
      const type = fields.editorType ?? stored.editorType;
      const becomesMarkdown = fields.contentMd === undefined && isMarkdown(type) && !isMarkdown(stored.editorType);
      if (prepared?.from === 'markdown' && prepared.type !== type) return undefined;
      if (becomesMarkdown && !(prepared?.from === 'html' && prepared.html === stored.contentHtml)) return undefined;
      if (fields.categoryId !== undefined) await checkCategory(tx, fields.categoryId, tagIds ?? []);
      const supplied = contentHtml === undefined ? stored.contentHtml : contentHtml;
      const convertedBody = prepared?.from === 'markdown' || becomesMarkdown ? prepared?.body : undefined;
      const body = isMarkdown(type) ? convertedBody : suppliedBody(supplied);
      const content = { ...stored, ...fields, ...body, updatedAt: clock.now() };
      await tx.contents.save(content);
      return {
        ...content,
        tagIds: tagIds === undefined ? await tx.contents.tagsOf(id) : await setTagsWithin(tx, id, tagIds),
      };
    });
    // Retry: a concurrent change of the type or the HTML has made the prepared body obsolete.
    return updated ?? updateContent(deps)(input);
  };

export type UpdateContent = ReturnType<typeof updateContent>;

async function prepare(
  { contents, markdown }: Dependencies,
  { id, change: { editorType, contentMd } }: UpdateContentInput,
): Promise<PreparedBody | undefined> {
  if (contentMd === undefined && (editorType === undefined || !isMarkdown(editorType))) return undefined;
  const storedType = orNotFound(await contents.editorTypeOf(id), 'content-not-found');
  if (contentMd !== undefined) {
    const type = editorType ?? storedType;
    return { from: 'markdown', type, body: isMarkdown(type) ? await bodyFrom(contentMd, markdown) : undefined };
  }
  if (isMarkdown(storedType)) return undefined;
  const { contentHtml } = orNotFound(await contents.find(id), 'content-not-found');
  const html = contentHtml === null ? null : await readWholeText(contentHtml);
  return { from: 'html', html, body: suppliedBody(html === null ? null : await markdown.clean(html)) };
}
