import type { ContentId, RevisedFields, Revision } from '@portcullis/domain';
import type { LongField } from './contents.ts';
import type { Page } from './lists.ts';

/** A revision for a write that has just been stored. Its version and its bodies are read from the stored content. */
export type NewRevision = Omit<Revision, 'version' | 'bytes'>;

export interface RevisionRepository {
  /**
   * Adds a revision with a copy of the content as this transaction has stored it. Nothing is added if the version of the
   * content has a revision already. The caller must have locked the content.
   */
  readonly add: (revision: NewRevision) => Promise<void>;
  /**
   * Adds the stored version of a content if it has no revision. Writes of a release without revisions, and the removal
   * of a tag, leave such versions. The caller must have locked the content.
   */
  readonly addMissing: (id: ContentId) => Promise<void>;
  /**
   * Removes revisions of at most `limit` contents. The first revision, each PUBLISH revision and the newest `keep`
   * revisions of a content are kept.
   * @returns the number of removed revisions; 0 when none are left
   */
  readonly removeOld: (keep: number, limit: number) => Promise<number>;
}

type BodyName = 'contentMd' | 'contentHtml' | 'contentRaw';

/** A revision with the fields of the content as they were. `contentHtml` is null if it was converted from Markdown. */
export type ReadRevision = Revision &
  Omit<RevisedFields, BodyName> & { readonly [Name in BodyName]: string | LongField | null };

export interface RevisionListQuery {
  readonly contentId: ContentId;
  /** The first page is 1. */
  readonly page: number;
  readonly pageSize: number;
}

export interface RevisionViews {
  /**
   * Lists the revisions of a content, newest first. The list is empty for a content that was last written by a
   * release without revisions.
   */
  readonly list: (query: RevisionListQuery) => Promise<Page<Revision>>;
  readonly find: (contentId: ContentId, version: number) => Promise<ReadRevision | undefined>;
}
