import {
  checkSlug,
  isMarkdown,
  slugFrom,
  suppliedBody,
  type Content,
  type ContentFields,
  type ContentView,
  type TagId,
  type UserId,
} from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { MarkdownRenderer } from '../ports/system.ts';
import { bodyFrom } from './content-body.ts';
import { checkCategory, setTagsWithin } from './content-links.ts';

export type CreateContentInput = Omit<ContentFields, 'slug'> & {
  /** If absent, the slug is made from the title. */
  readonly slug?: string | undefined;
  readonly tagIds: readonly TagId[];
  readonly authorId: UserId;
};

interface Dependencies extends CreateDependencies {
  readonly markdown: MarkdownRenderer;
}

/**
 * Adds a content as a draft and converts its Markdown.
 * @throws {BusinessError} slug-unacceptable, slug-taken, unknown-category, unknown-tags
 */
export const createContent =
  (deps: Dependencies) =>
  async ({ slug, tagIds, ...fields }: CreateContentInput): Promise<ContentView> => {
    if (slug !== undefined) checkSlug(slug);
    const { work, markdown, clock, ids } = deps;
    const id = ids.next<'Content'>();
    const at = clock.now();
    const { editorType, contentMd, contentHtml } = fields;
    const body = isMarkdown(editorType) ? await bodyFrom(contentMd, markdown) : suppliedBody(contentHtml);
    return work.run(async (tx) => {
      await checkCategory(tx, fields.categoryId, tagIds);
      const content: Content = {
        id,
        ...fields,
        ...body,
        slug: slug ?? (await tx.contents.freeSlug(slugFrom(fields.title, id.slice(0, 8)))),
        status: 'DRAFT',
        publishedAt: null,
        createdAt: at,
        updatedAt: at,
      };
      await tx.contents.add(content);
      return { ...content, tagIds: await setTagsWithin(tx, id, tagIds) };
    });
  };

export type CreateContent = ReturnType<typeof createContent>;
