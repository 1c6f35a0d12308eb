import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import type { PreviewLink, PreviewLinkId } from '@portcullis/domain/internal/contents/preview-link';
import type { Reported } from './collection.ts';
import type { Page } from './lists.ts';

/** Writes preview links in a transaction. */
export interface PreviewLinkRepository {
  readonly add: Reported<(link: PreviewLink) => Promise<void>>;
  /** Removes a link of a content and returns it; undefined if there is no such link. */
  readonly remove: Reported<(contentId: ContentId, id: PreviewLinkId) => Promise<PreviewLink | undefined>>;
  /**
   * Removes at most `limit` links that have expired at `at`.
   * @returns the number of removed links
   */
  readonly removeExpired: (at: Date, limit: number) => Promise<number>;
}

/** A link as lists contain it, without the hash of its token. */
export type PreviewLinkView = Omit<PreviewLink, 'tokenHash'>;

/** Which page of preview links is read, with filters and an order. */
export interface PreviewLinkListQuery {
  readonly contentId: ContentId;
  /** The first page is 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** Reads preview links. */
export interface PreviewLinkViews {
  /** Lists the links of a content that have not expired at `at`, newest first. */
  readonly list: (query: PreviewLinkListQuery, at: Date) => Promise<Page<PreviewLinkView>>;
  /** Returns the content and the author of a link; undefined if the link does not exist or has expired at `at`. */
  readonly find: (tokenHash: string, at: Date) => Promise<Pick<PreviewLink, 'contentId' | 'authorId'> | undefined>;
}

/** Creates random tokens, for example for links in mails, and hashes them. A token has 256 random bits. */
export interface LinkTokens {
  readonly create: () => { readonly token: string; readonly hash: string };
  readonly hashOf: (token: string) => string;
}
