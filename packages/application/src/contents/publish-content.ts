import { isMarkdown, moveContent, present, type Content, type ContentId, type ContentView } from '@portcullis/domain';
import type { ContentViews } from '../ports/contents.ts';
import type { Clock, MarkdownRenderer } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';

interface Dependencies {
  readonly work: UnitOfWork;
  readonly contents: ContentViews;
  readonly markdown: MarkdownRenderer;
  readonly clock: Clock;
}

type Body = Pick<Content, 'editorType' | 'contentMd' | 'contentHtml'>;

/** Publishes a content; a missing HTML body is made from its Markdown (specification, section 4.6, Markdown rule 3). */
export class PublishContent {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Refuses: content-not-found. */
  async execute(id: ContentId): Promise<ContentView> {
    const { work, contents, clock } = this.#use;
    const seen = present(await contents.find(id), 'content-not-found');
    const converted = await this.#missingHtml(seen);
    return work.run(async (tx) => {
      const stored = present(await tx.contents.lock(id), 'content-not-found');
      const unchanged = stored.contentMd === seen.contentMd && stored.editorType === seen.editorType;
      const filled =
        unchanged && stored.contentHtml === null && converted !== undefined
          ? { ...stored, contentHtml: converted }
          : stored;
      const content = moveContent(filled, 'publish', clock.now());
      if (content !== stored) await tx.contents.save(content);
      return { ...content, tagIds: await tx.contents.tagsOf(id) };
    });
  }

  async #missingHtml({ editorType, contentMd, contentHtml }: Body): Promise<string | undefined> {
    if (!isMarkdown(editorType) || contentMd === null || contentHtml !== null) return undefined;
    return this.#use.markdown.toHtml(contentMd);
  }
}
