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
import type { Clock, IdSource, MarkdownRenderer } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import { bodyFrom } from './content-body.ts';
import { checkCategory, setTagsWithin } from './content-links.ts';

export type CreateContentInput = Omit<ContentFields, 'slug'> & {
  /** Absent: made from the title. */
  readonly slug?: string | undefined;
  readonly tagIds: readonly TagId[];
  readonly authorId: UserId;
};

interface Dependencies {
  readonly work: UnitOfWork;
  readonly markdown: MarkdownRenderer;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Adds a content as a draft; Markdown is converted at once (specification, section 4.6, Markdown rules 1 and 4). */
export class CreateContent {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** @throws {BusinessError} slug-unacceptable, slug-taken, unknown-category, unknown-tags. */
  async execute({ slug, tagIds, ...fields }: CreateContentInput): Promise<ContentView> {
    if (slug !== undefined) checkSlug(slug);
    const { work, markdown, clock, ids } = this.#use;
    const id = ids.next<'Content'>();
    const at = clock.now();
    const { editorType, contentMd, contentHtml } = fields;
    const body = isMarkdown(editorType) ? await bodyFrom(contentMd, markdown) : suppliedBody(contentHtml);
    return work.run(async (tx) => {
      await checkCategory(tx, fields.categoryId);
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
  }
}
