import type { AccessFacts } from '@portcullis/domain/internal/access/access-facts';
import type { SubjectFacts } from '@portcullis/domain/internal/access/decide-access';
import type { HolderFacts } from '@portcullis/domain/internal/access/holders';
import type { ApiKeyId, MenuId, PermissionId, RoleId, UserId } from '@portcullis/domain/internal/shared/ids';
import type { Permission } from '@portcullis/domain/internal/roles/permission';

/** A role, a permission or a menu that users can have. */
export type AccessTarget =
  | { readonly kind: 'role'; readonly id: RoleId }
  | { readonly kind: 'permission'; readonly id: PermissionId }
  | { readonly kind: 'menu'; readonly id: MenuId };

/** A part of a list of users that is sorted by id. */
export interface UserWindow {
  /** Only users with a greater id. Undefined for the first part of the list. */
  readonly after?: UserId | undefined;
  /** Maximum number of users, at most 200. */
  readonly limit: number;
}

/** The subjects and the permissions that questions about access name. Texts contain no NUL. */
export interface SubjectQuery {
  readonly userIds: readonly UserId[];
  readonly usernameKeys: readonly string[];
  readonly keyIds: readonly ApiKeyId[];
  readonly permissionCodes: readonly string[];
  readonly actions: readonly Pick<Permission, 'resource' | 'action'>[];
  /** Whether the facts contain menus. */
  readonly withMenus: boolean;
}

/** Reads everything that decides what users may do. */
export interface AccessFactViews {
  /** Returns the data that decides the access of one user; undefined if the user does not exist. */
  readonly ofUser: (id: UserId) => Promise<AccessFacts | undefined>;
  /**
   * Returns users who may have the target, with the data that decides whether they have it. These are the users of the
   * roles that give the target at present, even if the user is disabled or the grant of the role is not in force. The
   * facts contain no paths to other targets. For a permission, they contain the unexpired API keys of these users that
   * list its code. Returns undefined if the target does not exist.
   */
  readonly ofHolders: (target: AccessTarget, window: UserWindow) => Promise<HolderFacts | undefined>;
  /**
   * Returns the data that decides the access of these users and keys, in one statement. Of the permissions, only those
   * that the query names are included.
   */
  readonly ofSubjects: (query: SubjectQuery) => Promise<SubjectFacts>;
  /** Returns the number of users who have the target at present, at least in sessions with a second factor. */
  readonly countHolders: (target: AccessTarget) => Promise<number>;
}

/** Writes everything that decides what users may do in a transaction. */
export interface AccessFactRepository {
  /** Returns the data that decides the access of these users. Users who do not exist are left out. */
  readonly ofUsers: (ids: readonly UserId[]) => Promise<AccessFacts>;
  /**
   * Returns the ids of the users whose access can depend on one of the targets: they have a role that is linked to a
   * target or to a menu below it, even if the role is disabled. The ids are sorted, without duplicates.
   */
  readonly linkedUserIds: (targets: readonly AccessTarget[], window: UserWindow) => Promise<readonly UserId[]>;
}
