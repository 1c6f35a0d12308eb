import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import type { Content, RemovedContent } from '@portcullis/domain/internal/contents/content';
import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import type { Versioned } from '@portcullis/domain/internal/shared/version';
import type { Versioning } from './collection.ts';
import type { ContentListItem } from './contents.ts';
import type { Page } from './lists.ts';

/**
 * Writes removed contents in a transaction. While a content is removed, all other repositories and views treat it as a
 * content that does not exist. Its revisions, its working copy, its tags and its references to files are retained.
 */
export interface RemovedContentRepository {
  /**
   * Moves contents into the bin, and ends their schedules and their preview links. The caller must have locked the
   * contents.
   */
  readonly add: Versioning<
    (ids: readonly ContentId[], removal: Pick<RemovedContent, 'removedAt' | 'removedBy'>) => Promise<void>
  >;
  /** Reads a removed content and locks it until the transaction ends. */
  readonly lock: (id: ContentId) => Promise<RemovedContent | undefined>;
  /** Returns the first of `base`, `base-2`, `base-3` and so on that is the slug of no content outside the bin. */
  readonly freeSlug: (base: string) => Promise<string>;
  /** Takes a content out of the bin, with the slug, status and time of its last change in `content`. */
  readonly recover: Versioning<(content: Content) => Promise<Versioned>>;
  /**
   * Locks at most `limit` contents that were removed at `before` or earlier, the first removed first. Contents that
   * another transaction has locked are left out.
   */
  readonly lockDue: (before: Date, limit: number) => Promise<readonly Pick<Content, 'id' | 'title'>[]>;
  /** Removes contents for good, whether or not they are in the bin, together with everything that belongs to them. */
  readonly purge: Versioning<(ids: readonly ContentId[]) => Promise<void>>;
}

/** A removed content in a list. */
export interface RemovedContentListItem extends ContentListItem, Pick<RemovedContent, 'removedAt' | 'removedBy'> {
  /** Null if the user no longer exists, or if the service itself removed the content. */
  readonly removedByName: string | null;
}

/** Which page of removed contents is read. */
export interface RemovedContentListQuery {
  /** The first page is 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Only contents for which this condition is true. */
  readonly reach?: Condition | undefined;
}

/** Reads removed contents. */
export interface RemovedContentViews {
  /** Lists removed contents, the last removed first. */
  readonly list: (query: RemovedContentListQuery) => Promise<Page<RemovedContentListItem>>;
}
