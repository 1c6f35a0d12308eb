import type { ContentId, PreviewLink, PreviewLinkId } from '@portcullis/domain';
import type { Page } from './lists.ts';

export interface PreviewLinkRepository {
  readonly add: (link: PreviewLink) => Promise<void>;
  /** Removes a link of a content and returns it, or undefined if it did not exist. */
  readonly remove: (contentId: ContentId, id: PreviewLinkId) => Promise<PreviewLink | undefined>;
  /** Removes at most `limit` links that have expired at `at`. Returns the number removed. */
  readonly removeExpired: (at: Date, limit: number) => Promise<number>;
}

/** A link as it is listed, without the hash of its token. */
export type PreviewLinkView = Omit<PreviewLink, 'tokenHash'>;

export interface PreviewLinkListQuery {
  readonly contentId: ContentId;
  /** The first page is 1. */
  readonly page: number;
  readonly pageSize: number;
}

export interface PreviewLinkViews {
  /** Lists the links of a content that have not expired at `at`, newest first. */
  readonly list: (query: PreviewLinkListQuery, at: Date) => Promise<Page<PreviewLinkView>>;
  /** Returns the content of a link that has not expired at `at`. */
  readonly contentOf: (tokenHash: string, at: Date) => Promise<ContentId | undefined>;
}

/** The tokens in links, of 256 random bits. */
export interface LinkTokens {
  readonly create: () => { readonly token: string; readonly hash: string };
  readonly hashOf: (token: string) => string;
}
