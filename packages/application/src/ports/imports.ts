import type { ContentId, UserId } from '@portcullis/domain';

/** The id that an imported entity had in the product that it came from. */
export interface ImportedId<Id> {
  readonly sourceId: string;
  readonly id: Id;
}

export interface ImportRepository {
  /**
   * Finds the users that were imported with these source ids. Other transactions that call this function wait until
   * this transaction ends.
   */
  readonly lockUsers: (sourceIds: readonly string[]) => Promise<readonly ImportedId<UserId>[]>;
  readonly addUsers: (imported: readonly ImportedId<UserId>[]) => Promise<void>;
  /** Does the same as `lockUsers` for contents. */
  readonly lockContents: (sourceIds: readonly string[]) => Promise<readonly ImportedId<ContentId>[]>;
  readonly addContents: (imported: readonly ImportedId<ContentId>[]) => Promise<void>;
}
