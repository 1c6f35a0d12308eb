import {
  isMarkdown,
  moveContent,
  present,
  type ContentBody,
  type ContentId,
  type ContentView,
} from '@portcullis/domain';
import type { ContentViews, Unconverted } from '../ports/contents.ts';
import type { Clock, MarkdownRenderer } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import { bodyFrom } from './content-body.ts';

interface Dependencies {
  readonly work: UnitOfWork;
  readonly contents: ContentViews;
  readonly markdown: MarkdownRenderer;
  readonly clock: Clock;
}

/** Publishes a content; a missing HTML body is made from its Markdown (specification, section 4.6, Markdown rule 3). */
export class PublishContent {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Refuses: content-not-found. */
  async execute(id: ContentId): Promise<ContentView> {
    const { work, contents, clock } = this.#use;
    const seen = present(await contents.unconverted(id), 'content-not-found');
    const missing = await this.#missingBody(seen);
    return work.run(async (tx) => {
      const stored = present(await tx.contents.lock(id), 'content-not-found');
      const unchanged = stored.contentMd === seen.contentMd && stored.editorType === seen.editorType;
      const filled = unchanged && stored.contentHtml === null ? { ...stored, ...missing } : stored;
      const content = moveContent(filled, 'publish', clock.now());
      if (content !== stored) await tx.contents.save(content);
      return { ...content, tagIds: await tx.contents.tagsOf(id) };
    });
  }

  async #missingBody({ editorType, contentMd }: Unconverted): Promise<ContentBody | undefined> {
    if (!isMarkdown(editorType) || contentMd === null) return undefined;
    return bodyFrom(contentMd, this.#use.markdown);
  }
}
