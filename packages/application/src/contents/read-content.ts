import { orNotFound } from '@portcullis/domain';
import type { ContentKey, ContentViews, PublishedContent, ReadContent } from '../ports/contents.ts';

export interface ReadContentInput {
  readonly key: ContentKey;
  /** Returns whether the reader holds one of the domain's `editorRoles`. It is called after the content was read, if at all. */
  readonly isEditor: () => Promise<boolean>;
}

export interface ReadPublishedContentInput {
  readonly key: ContentKey;
  /** Versions that the reader already has. */
  readonly known: readonly string[];
}

interface Dependencies {
  readonly contents: ContentViews;
}

/**
 * Reads a content. For readers who are not editors only published contents exist.
 * @throws {BusinessError} content-not-found
 */
export const readContent =
  ({ contents }: Dependencies) =>
  async ({ key, isEditor }: ReadContentInput): Promise<ReadContent> => {
    const content = await ('id' in key ? contents.find(key.id) : contents.findBySlug(key.slug));
    const isVisible = content?.status === 'PUBLISHED' || (content !== undefined && (await isEditor()));
    return orNotFound(isVisible ? content : undefined, 'content-not-found');
  };

/**
 * Reads a content for a reader who keeps answers: its version, and the content if the reader has another version or none.
 * Only published contents exist.
 * @throws {BusinessError} content-not-found
 */
export const readPublishedContent =
  ({ contents }: Dependencies) =>
  async ({ key, known }: ReadPublishedContentInput): Promise<PublishedContent> =>
    orNotFound(await contents.published(key, known), 'content-not-found');
