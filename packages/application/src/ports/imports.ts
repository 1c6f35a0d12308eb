import type { ContentId, MediaId, UserId } from '@portcullis/domain/internal/shared/ids';
import type { GrantPeriod } from '@portcullis/domain/internal/roles/role-grant';
import type { User } from '@portcullis/domain/internal/accounts/user';

/** The id that an imported entity had in the product that it came from. */
export interface ImportedId<Id> {
  readonly sourceId: string;
  readonly id: Id;
}

/** The id of an imported content, and its present slug. */
export interface ImportedContentId extends ImportedId<ContentId> {
  readonly slug: string;
}

/** Writes imports in a transaction. */
export interface ImportRepository {
  /**
   * Finds the users that were imported with these source ids. Other transactions that call this function wait until
   * this transaction ends.
   */
  readonly lockUsers: (sourceIds: readonly string[]) => Promise<readonly ImportedId<UserId>[]>;
  readonly addUsers: (imported: readonly ImportedId<UserId>[]) => Promise<void>;
  /** Does the same as `lockUsers` for contents, and returns their present slugs. */
  readonly lockContents: (sourceIds: readonly string[]) => Promise<readonly ImportedContentId[]>;
  readonly addContents: (imported: readonly ImportedId<ContentId>[]) => Promise<void>;
  /** Returns the file that was imported from an address, unless it was removed. */
  readonly mediaAt: (address: string) => Promise<MediaId | undefined>;
  readonly addMedia: (address: string, id: MediaId) => Promise<void>;
}

/** A role of a person in a file, by its code, with the period in which the person has it. */
export interface RoleOfFile extends GrantPeriod {
  readonly code: string;
}

/** A person as an export contains it. */
export interface ExportedUser
  extends Pick<
    User,
    | 'id'
    | 'username'
    | 'email'
    | 'emailVerified'
    | 'nickName'
    | 'phone'
    | 'gender'
    | 'status'
    | 'createdAt'
    | 'attributes'
  > {
  /** The id in the product that the user came from; for other users, the id here. */
  readonly sourceId: string;
  /** The roles that the user has now or will have, sorted by code. */
  readonly roles: readonly RoleOfFile[];
  /** Null if the account has no password, or if the export has no password hashes. */
  readonly passwordHash: string | null;
}

/** Which rows are exported. */
interface ExportQuery<Id> {
  readonly limit: number;
  /** The last id of the previous page. */
  readonly after?: Id | undefined;
}

/** A content as an export contains it, without the fields that `ContentViews.find` returns. */
export interface ExportedContent {
  readonly id: ContentId;
  /** The id in the product that the content came from; for other contents, the id here. */
  readonly sourceId: string;
  /** The user name of the author. */
  readonly author: string | null;
  readonly authorEmail: string | null;
  /** The names of the tags, sorted. */
  readonly tags: readonly string[];
  /** The categories from the root to the one of the content. */
  readonly category: readonly { readonly name: string; readonly slug: string }[];
}

/** Reads imports. */
export interface ImportViews {
  /** Reads contents in the order of their ids. */
  readonly contents: (query: ExportQuery<ContentId>) => Promise<readonly ExportedContent[]>;
  /** Reads persons in the order of their ids. Service accounts are left out. */
  readonly users: (
    query: ExportQuery<UserId> & { readonly withPasswordHashes: boolean },
  ) => Promise<readonly ExportedUser[]>;
}
