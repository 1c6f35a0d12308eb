import {
  checkChangedSlug,
  isMarkdown,
  present,
  suppliedBody,
  type ContentBody,
  type ContentFields,
  type ContentId,
  type ContentView,
  type EditorType,
  type TagId,
} from '@portcullis/domain';
import type { ContentViews } from '../ports/contents.ts';
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
  readonly contents: ContentViews;
  readonly markdown: MarkdownRenderer;
  readonly clock: Clock;
}

interface Converted {
  readonly type: EditorType;
  /** Of Markdown that nobody wants converted there is none. */
  readonly body: ContentBody | undefined;
}

/** Changes a content; Markdown sent is converted again (specification, section 4.6, Markdown rules 2 and 4). */
export class UpdateContent {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** @throws {BusinessError} content-not-found, slug-unacceptable, slug-taken, unknown-category, unknown-tags. */
  async execute(input: UpdateContentInput): Promise<ContentView> {
    const { work, clock } = this.#use;
    const { id, change, tagIds } = input;
    const { contentHtml, ...fields } = change;
    const sent = await this.#convert(input);
    const updated = await work.run(async (tx) => {
      const stored = present(await tx.contents.lock(id), 'content-not-found');
      checkChangedSlug(stored, fields);
      const type = fields.editorType ?? stored.editorType;
      if (sent !== undefined && sent.type !== type) return undefined;
      if (fields.categoryId !== undefined) await checkCategory(tx, fields.categoryId);
      const supplied = contentHtml === undefined ? stored.contentHtml : contentHtml;
      const body = isMarkdown(type) ? sent?.body : suppliedBody(supplied);
      const content = { ...stored, ...fields, ...body, updatedAt: clock.now() };
      await tx.contents.save(content);
      return {
        ...content,
        tagIds: tagIds === undefined ? await tx.contents.tagsOf(id) : await setTagsWithin(tx, id, tagIds),
      };
    });
    // Somebody changed the type meanwhile, and with it what becomes of the Markdown.
    return updated ?? this.execute(input);
  }

  /** What the Markdown sent makes for the type the content has or gets, before any row is locked. */
  async #convert({ id, change: { editorType, contentMd } }: UpdateContentInput): Promise<Converted | undefined> {
    if (contentMd === undefined) return undefined;
    const { contents, markdown } = this.#use;
    const type = editorType ?? present(await contents.editorTypeOf(id), 'content-not-found');
    return { type, body: isMarkdown(type) ? await bodyFrom(contentMd, markdown) : undefined };
  }
}
