import { orNotFound } from '@portcullis/domain';
import type { ContentViews, ContentWithLongFields } from '../ports/contents.ts';
import type { Page } from '../ports/lists.ts';
import type { PreviewLinkListQuery, PreviewLinkView, PreviewLinkViews, LinkTokens } from '../ports/preview-links.ts';
import type { Clock } from '../ports/system.ts';
import type { WorkingCopyViews } from '../ports/working-copies.ts';

interface ListDependencies {
  readonly clock: Clock;
  readonly previewLinks: PreviewLinkViews;
  readonly contents: ContentViews;
}

interface Dependencies extends ListDependencies {
  readonly linkTokens: LinkTokens;
  readonly workingCopies: WorkingCopyViews;
}

/**
 * Lists the preview links of a content that have not expired.
 * @throws {BusinessError} content-not-found
 */
export const listPreviewLinks =
  ({ clock, previewLinks, contents }: ListDependencies) =>
  async (query: PreviewLinkListQuery): Promise<Page<PreviewLinkView>> => {
    const page = await previewLinks.list(query, clock.now());
    if (page.total === 0) orNotFound(await contents.editorTypeOf(query.contentId), 'content-not-found');
    return page;
  };

/**
 * Reads the content that a preview link belongs to. If the content has a working copy, the fields of the copy are
 * returned.
 * @throws {BusinessError} preview-link-not-found
 */
export const readPreview =
  ({ clock, previewLinks, linkTokens, contents, workingCopies }: Dependencies) =>
  async (token: string): Promise<ContentWithLongFields> => {
    const id = await previewLinks.contentOf(linkTokens.hashOf(token), clock.now());
    const content = orNotFound(id && (await contents.find(id)), 'preview-link-not-found');
    const copy = await workingCopies.find(content.id);
    if (copy === undefined) return content;
    const { baseVersion: _base, changedFields: _fields, authorId: _author, createdAt: _at, ...fields } = copy;
    return { ...content, ...fields };
  };
