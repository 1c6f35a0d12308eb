import type { Reach } from '@portcullis/domain/internal/access/reach';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type {
  ContentKey,
  EditorFacts,
  ContentViews,
  PublishedContent,
  ContentWithLongFields,
  ContentListItem,
  ContentListQuery,
} from '../ports/contents.ts';
import type { Page } from '../ports/lists.ts';

interface Reader {
  /** Returns which unpublished contents the reader may read. Called only after the first query. */
  readonly reach: () => Promise<Reach>;
}

/** Whether the reader may read an unpublished content. */
async function reaches(
  contents: ContentViews,
  reach: Reach,
  { id }: Pick<ContentWithLongFields, 'id'>,
): Promise<boolean> {
  return typeof reach === 'boolean' ? reach : (await contents.reached(id, reach))?.isReached === true;
}

/** What `readContent` needs. */
export interface ReadContentInput extends Reader {
  readonly key: ContentKey;
}

/** What `readContentBySlug` needs. */
export interface ReadContentBySlugInput extends Reader {
  readonly slug: string;
  /** The versions that the caller has cached. */
  readonly cachedVersions: readonly string[];
}

/** What `readPublishedContent` needs. */
export interface ReadPublishedContentInput {
  readonly key: ContentKey;
  /** The versions that the client has cached. */
  readonly cachedVersions: readonly string[];
}

interface Dependencies {
  readonly contents: ContentViews;
}

/** A content. What only editors learn is present only if an editor reads by id. */
export type ContentForReader = ContentWithLongFields & Partial<EditorFacts>;

/**
 * Reads a content.
 * @throws {BusinessError} content-not-found, also if the content is unpublished and the reader is not an editor
 */
export const readContent =
  ({ contents }: Dependencies) =>
  async ({ key, reach }: ReadContentInput): Promise<ContentForReader> => {
    if ('slug' in key) {
      const { content } = await readContentBySlug({ contents })({ ...key, cachedVersions: [], reach });
      return orNotFound(content, 'content-not-found');
    }
    const content = orNotFound(await contents.findForEditor(key.id), 'content-not-found');
    if (await reaches(contents, await reach(), content)) return content;
    const { hasDraft: _hasDraft, brokenMedia: _brokenMedia, ...visible } = content;
    return orNotFound(content.status === 'PUBLISHED' ? visible : undefined, 'content-not-found');
  };

/** A published content with its version. Editors also get unpublished contents, for which `version` is undefined. */
export type ContentBySlug = PublishedContent | { readonly version: undefined; readonly content: ContentWithLongFields };

/**
 * Reads a content by its slug. A published content is absent from the result if the caller has cached its version.
 * @throws {BusinessError} content-not-found, also if the content is unpublished and the reader is not an editor
 */
export const readContentBySlug =
  ({ contents }: Dependencies) =>
  async ({ slug, cachedVersions, reach }: ReadContentBySlugInput): Promise<ContentBySlug> => {
    const published = await contents.published({ slug }, cachedVersions);
    if (published !== undefined) return published;
    const reached = await reach();
    const found = reached === false ? undefined : await contents.findBySlug(slug);
    const content = orNotFound(found, 'content-not-found');
    const isReached = await reaches(contents, reached, content);
    return { version: undefined, content: orNotFound(isReached ? content : undefined, 'content-not-found') };
  };

/**
 * Reads a published content for a client that caches responses. The result always contains the version. It contains the
 * content only if the client has not cached this version.
 * @throws {BusinessError} content-not-found, also if the content is unpublished
 */
export const readPublishedContent =
  ({ contents }: Dependencies) =>
  async ({ key, cachedVersions }: ReadPublishedContentInput): Promise<PublishedContent> =>
    orNotFound(await contents.published(key, cachedVersions), 'content-not-found');

/** What `listContents` needs. */
export interface ListContentsInput {
  readonly query: ContentListQuery;
  /** Returns which unpublished contents the reader may read. */
  readonly reach: () => Promise<Reach>;
}

/**
 * Lists contents. Readers see published contents, and those unpublished contents that they may read. Readers who may read
 * none get an empty page if they filter by another status.
 */
export const listContents =
  ({ contents }: Dependencies) =>
  async ({ query, reach }: ListContentsInput): Promise<Page<ContentListItem>> => {
    const { page, pageSize, status = 'PUBLISHED' } = query;
    const reached = query.status === 'PUBLISHED' || (await reach());
    if (reached === true) return contents.list(query);
    if (reached !== false) return contents.list({ ...query, reach: reached });
    return status === 'PUBLISHED' ? contents.list({ ...query, status }) : { items: [], total: 0, page, pageSize };
  };
