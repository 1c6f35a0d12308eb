import {
  isMarkdown,
  present,
  type ContentFields,
  type ContentId,
  type ContentView,
  type TagId,
} from '@portcullis/domain';
import type { Clock, MarkdownRenderer } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import { checkCategory, setTagsWithin } from './content-links.ts';

export interface UpdateContentInput {
  readonly id: ContentId;
  readonly change: Partial<ContentFields>;
  /** The whole new set; absent: tags stay. */
  readonly tagIds?: readonly TagId[] | undefined;
}

interface Dependencies {
  readonly work: UnitOfWork;
  readonly markdown: MarkdownRenderer;
  readonly clock: Clock;
}

/** Changes a content; Markdown sent is converted again (specification, section 4.6, Markdown rules 2 and 4). */
export class UpdateContent {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Refuses: content-not-found, slug-taken, unknown-category, unknown-tags. */
  async execute({ id, change, tagIds }: UpdateContentInput): Promise<ContentView> {
    const { work, markdown, clock } = this.#use;
    const { contentHtml: suppliedHtml, ...fields } = change;
    const converted = await this.#convert(change, markdown);
    return work.run(async (tx) => {
      const stored = present(await tx.contents.lock(id), 'content-not-found');
      if (fields.categoryId !== undefined) await checkCategory(tx, fields.categoryId);
      const html = isMarkdown(fields.editorType ?? stored.editorType) ? converted : suppliedHtml;
      const contentHtml = html === undefined ? stored.contentHtml : html;
      const content = { ...stored, ...fields, contentHtml, updatedAt: clock.now() };
      await tx.contents.save(content);
      return {
        ...content,
        tagIds: tagIds === undefined ? await tx.contents.tagsOf(id) : await setTagsWithin(tx, id, tagIds),
      };
    });
  }

  /** HTML of the Markdown sent, before any row is locked: the stored type, not yet known, may turn out not to want it. */
  async #convert(
    { editorType, contentMd }: Partial<ContentFields>,
    markdown: MarkdownRenderer,
  ): Promise<string | null | undefined> {
    if (contentMd === undefined || contentMd === null) return contentMd;
    return editorType === 'RICHTEXT' ? undefined : markdown.toHtml(contentMd);
  }
}
