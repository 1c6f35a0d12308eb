import {
  isMarkdown,
  present,
  suppliedBody,
  type ContentBody,
  type ContentFields,
  type ContentId,
  type ContentView,
  type TagId,
} from '@portcullis/domain';
import type { Clock, MarkdownRenderer } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import { bodyFrom } from './content-body.ts';
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
    const { work, clock } = this.#use;
    const { contentHtml, ...fields } = change;
    const converted = await this.#convert(change);
    return work.run(async (tx) => {
      const stored = present(await tx.contents.lock(id), 'content-not-found');
      if (fields.categoryId !== undefined) await checkCategory(tx, fields.categoryId);
      const supplied = contentHtml === undefined ? stored.contentHtml : contentHtml;
      const body = isMarkdown(fields.editorType ?? stored.editorType) ? converted : suppliedBody(supplied);
      const content = { ...stored, ...fields, ...body, updatedAt: clock.now() };
      await tx.contents.save(content);
      return {
        ...content,
        tagIds: tagIds === undefined ? await tx.contents.tagsOf(id) : await setTagsWithin(tx, id, tagIds),
      };
    });
  }

  /** What the Markdown sent makes, before any row is locked: the stored type, not yet known, may turn out not to want it. */
  async #convert({ editorType, contentMd }: Partial<ContentFields>): Promise<ContentBody | undefined> {
    return contentMd === undefined || editorType === 'RICHTEXT' ? undefined : bodyFrom(contentMd, this.#use.markdown);
  }
}
