import {
  checkSlug,
  firstVersion,
  isMarkdown,
  noSchedule,
  slugFrom,
  suppliedBody,
  type Actor,
  type Content,
  type ContentFields,
  type ContentView,
  type TagId,
  type UserId,
} from '@portcullis/domain';
import type { MarkdownRenderer } from '../ports/system.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { bodyFrom, writtenBytes } from './content-body.ts';
import { checkCategory } from './content-links.ts';
import { addContent, type ContentWriteDependencies } from './store-content.ts';

export type CreateContentInput = Omit<ContentFields, 'slug'> & {
  readonly actor: Actor;
  /** If absent, the slug is made from the title. */
  readonly slug?: string | undefined;
  readonly tagIds: readonly TagId[];
  readonly authorId: UserId;
};

interface Dependencies extends ContentWriteDependencies {
  readonly markdown: MarkdownRenderer;
}

/**
 * Adds a content as a draft and converts its Markdown.
 * @throws {BusinessError} slug-unacceptable, slug-taken, unknown-category, unknown-tags
 */
export const createContent =
  (deps: Dependencies) =>
  async ({ actor, slug, tagIds, ...fields }: CreateContentInput): Promise<ContentView> => {
    if (slug !== undefined) checkSlug(slug);
    const { work, markdown, clock, ids } = deps;
    const id = ids.next<'Content'>();
    const at = clock.now();
    const { editorType, contentMd, contentHtml } = fields;
    const body = isMarkdown(editorType) ? await bodyFrom(contentMd, markdown) : suppliedBody(contentHtml);
    const store = async (
      tx: Uses<'contents' | 'revisions' | 'categories' | 'tags' | 'events'>,
    ): Promise<ContentView> => {
      await checkCategory(tx, fields.categoryId, tagIds);
      const content: Content = {
        id,
        ...fields,
        ...body,
        slug: slug ?? (await tx.contents.freeSlug(slugFrom(fields.title, id.slice(0, 8)))),
        status: 'DRAFT',
        publishedAt: null,
        ...noSchedule,
        version: firstVersion,
        createdAt: at,
        updatedAt: at,
      };
      return addContent(tx, deps, { content, tagIds }, { actor, at });
    };
    return work.run(store, { bytes: writtenBytes(fields) });
  };
