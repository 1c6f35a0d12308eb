import {
  checkChangedSlug,
  type Actor,
  type ContentFields,
  type ContentId,
  type ContentView,
  type TagId,
} from '@portcullis/domain';
import type { IfMatchInput } from '../dependencies.ts';
import type { ContentViews } from '../ports/contents.ts';
import type { MarkdownRenderer } from '../ports/system.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { writtenBytes } from './content-body.ts';
import { checkCategory } from './content-links.ts';
import { bodyAfter, prepareBody } from './prepare-body.ts';
import { changeContent, type ContentWriteDependencies } from './store-content.ts';

export interface UpdateContentInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: ContentId;
  readonly change: Partial<ContentFields>;
  /** Replaces all tags. If absent, the tags do not change. */
  readonly tagIds?: readonly TagId[] | undefined;
}

interface Dependencies extends ContentWriteDependencies {
  readonly contents: ContentViews;
  readonly markdown: MarkdownRenderer;
}

/**
 * Changes a content and converts new Markdown. If the type changes from RICHTEXT to MARKDOWN or UPLOAD without new
 * Markdown, the stored HTML is sanitised and retained.
 * @throws {BusinessError} content-not-found, version-changed, slug-unacceptable, slug-taken, unknown-category,
 * unknown-tags
 * @throws {ContentChanged} if the content changed while its HTML was being read; nothing is stored
 */
export const updateContent =
  (deps: Dependencies) =>
  async (input: UpdateContentInput): Promise<ContentView> => {
    const { work, clock, contents, markdown } = deps;
    const { actor, id, change, tagIds, ifMatch } = input;
    const { contentHtml: _html, ...fields } = change;
    const prepared = await prepareBody(contents, markdown, id, change);
    const at = clock.now();
    const store = (
      tx: Uses<'contents' | 'revisions' | 'categories' | 'tags' | 'events' | 'now'>,
    ): Promise<ContentView | undefined> =>
      changeContent(tx, deps, { id, actor, at, ifMatch, newTags: tagIds }, async (stored) => {
        checkChangedSlug(stored, fields);
        const body = bodyAfter(stored, change, prepared);
        if (body === undefined) return undefined;
        if (fields.categoryId !== undefined) await checkCategory(tx, fields.categoryId, tagIds ?? []);
        return { content: { ...stored, ...fields, ...body, updatedAt: at }, tagIds, kind: 'SAVE' };
      });
    const updated = await work.run(store, { bytes: writtenBytes(change) });
    // If `updated` is undefined, a concurrent change of the type or the HTML has made the prepared body obsolete. The
    // operation then starts again.
    return updated ?? updateContent(deps)(input);
  };
