import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import type { RevisedFields, Revision } from '@portcullis/domain/internal/contents/revision';
import type { LongField } from './contents.ts';
import type { Page } from './lists.ts';

/**
 * A revision for a write that was just stored. The repository copies the version number and the values of
 * `RevisedFields` from the stored content.
 */
export type NewRevision = Omit<Revision, 'version' | 'bytes'>;

/** Writes revisions in a transaction. */
export interface RevisionRepository {
  /**
   * Adds revisions with copies of the contents that this transaction has stored, at most one for each content. Nothing
   * is added for a content whose version already has a revision. The caller must have locked the contents.
   */
  readonly addAll: (revisions: readonly NewRevision[]) => Promise<void>;
  /**
   * Adds a revision for the stored version of each content if this version has none. A version has no revision if it
   * comes from the removal of a tag or of the author's account, or if another program wrote it. The caller must have
   * locked the contents.
   */
  readonly addMissing: (ids: readonly ContentId[]) => Promise<void>;
  /**
   * Removes old revisions of at most `limit` contents. The first revision, every PUBLISH revision and the newest `keep`
   * revisions of each content are retained.
   * @returns the number of removed revisions; 0 if nothing is left to remove, or if other transactions have locked the
   * remaining contents
   */
  readonly removeOld: (keep: number, limit: number) => Promise<number>;
}

type BodyName = 'contentMd' | 'contentHtml' | 'contentRaw';

/** A revision in a list. */
export interface ListedRevision extends Revision {
  /** The user name of the author. Null if there is no author, or if the account was deleted. */
  readonly authorName: string | null;
}

/**
 * A revision with the fields that the content had in this version. `contentHtml` is null if the HTML was converted from
 * Markdown.
 */
export type RevisionWithLongFields = Revision &
  Omit<RevisedFields, BodyName> & { readonly [Name in BodyName]: string | LongField | null };

/** Which page of revisions is read, with filters and an order. */
export interface RevisionListQuery {
  readonly contentId: ContentId;
  /** The first page is 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** Reads revisions. */
export interface RevisionViews {
  /**
   * Lists the revisions of a content, newest first. The list is empty for a content that another program has added.
   */
  readonly list: (query: RevisionListQuery) => Promise<Page<ListedRevision>>;
  readonly find: (contentId: ContentId, version: number) => Promise<RevisionWithLongFields | undefined>;
}
