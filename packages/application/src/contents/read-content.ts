import { orNotFound } from '@portcullis/domain';
import type { ContentKey, ContentViews, PublishedContent, ReadContent } from '../ports/contents.ts';

export interface ReadContentInput {
  readonly key: ContentKey;
  /** Returns whether the reader holds one of the domain's `editorRoles`. It is called only for a content that is not published. */
  readonly isEditor: () => Promise<boolean>;
}

export interface ReadPublishedContentInput {
  readonly key: ContentKey;
  /** The versions that the client has cached. */
  readonly cachedVersions: readonly string[];
}

interface Dependencies {
  readonly contents: ContentViews;
}

/**
 * Reads a content. For readers who are not editors, an unpublished content is not found.
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
 * Reads a published content for a client that caches responses. Returns the version, and the content only if the client
 * has not cached that version. An unpublished content is not found.
 * @throws {BusinessError} content-not-found
 */
export const readPublishedContent =
  ({ contents }: Dependencies) =>
  async ({ key, cachedVersions }: ReadPublishedContentInput): Promise<PublishedContent> =>
    orNotFound(await contents.published(key, cachedVersions), 'content-not-found');
