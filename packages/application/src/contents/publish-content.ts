import {
  isMarkdown,
  afterMove,
  orNotFound,
  type ContentBody,
  type ContentId,
  type ContentView,
} from '@portcullis/domain';
import type { UpdateDependencies } from '../dependencies.ts';
import type { ContentViews, Unconverted } from '../ports/contents.ts';
import type { MarkdownRenderer } from '../ports/system.ts';
import { bodyFrom } from './content-body.ts';

interface Dependencies extends UpdateDependencies {
  readonly contents: ContentViews;
  readonly markdown: MarkdownRenderer;
}

/**
 * Publishes a content. If it has Markdown but no HTML, the Markdown is converted.
 * @throws {BusinessError} content-not-found
 */
export const publishContent =
  (deps: Dependencies) =>
  async (id: ContentId): Promise<ContentView> => {
    const { work, contents, markdown, clock } = deps;
    const source = orNotFound(await contents.unconverted(id), 'content-not-found');
    const missing = await missingBody(source, markdown);
    return work.run(async (tx) => {
      const stored = orNotFound(await tx.contents.lock(id), 'content-not-found');
      const unchanged = stored.contentMd === source.contentMd && stored.editorType === source.editorType;
      const filled = unchanged && stored.contentHtml === null ? { ...stored, ...missing } : stored;
      const content = afterMove(filled, 'publish', clock.now());
      if (content !== stored) await tx.contents.save(content);
      return { ...content, tagIds: await tx.contents.tagsOf(id) };
    });
  };

export type PublishContent = ReturnType<typeof publishContent>;

async function missingBody(
  { editorType, contentMd }: Unconverted,
  markdown: MarkdownRenderer,
): Promise<ContentBody | undefined> {
  if (!isMarkdown(editorType) || contentMd === null) return undefined;
  return bodyFrom(contentMd, markdown);
}
