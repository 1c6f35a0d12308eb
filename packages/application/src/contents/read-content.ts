import { orNotFound } from '@portcullis/domain';
import type { ContentKey, ContentViews, PublishedContent, ReadContent } from '../ports/contents.ts';

export interface ReadContentInput {
  readonly key: ContentKey;
  /** Returns whether the reader holds one of the domain's `editorRoles`. It is called after the content was read. */
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

/** A content, and for editors who read it by its id, whether it has a working copy. */
export type ContentForReader = ReadContent & { readonly hasDraft?: boolean };

/**
 * Reads a content. For readers who are not editors, an unpublished content is not found.
 * @throws {BusinessError} content-not-found
 */
export const readContent =
  ({ contents }: Dependencies) =>
  async ({ key, isEditor }: ReadContentInput): Promise<ContentForReader> => {
    if ('slug' in key) {
      const content = orNotFound(await contents.findBySlug(key.slug), 'content-not-found');
      const isVisible = content.status === 'PUBLISHED' || (await isEditor());
      return orNotFound(isVisible ? content : undefined, 'content-not-found');
    }
    const content = orNotFound(await contents.findForEditor(key.id), 'content-not-found');
    if (await isEditor()) return content;
    const { hasDraft: _hasDraft, ...visible } = content;
    return orNotFound(content.status === 'PUBLISHED' ? visible : undefined, 'content-not-found');
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
