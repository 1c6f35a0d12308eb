import type { Attributes } from '@portcullis/domain/internal/conditions/attribute-values';
import type { RoleId, SessionId, UserId } from '@portcullis/domain/internal/shared/ids';
import type { LinkChange } from '@portcullis/domain/internal/shared/replace-links';
import type { Role } from '@portcullis/domain/internal/roles/role';
import type { RoleGrant } from '@portcullis/domain/internal/roles/role-grant';
import type { Status } from '@portcullis/domain/internal/shared/status';
import type { User, UserKind } from '@portcullis/domain/internal/accounts/user';
import type { LinkOwners, VersionedCollection, Versioning } from './collection.ts';
import type { FilteredQuery, ListQuery, Page } from './lists.ts';

/** A user as the API returns it. */
export interface UserView extends User {
  /** The roles whose grant is in force, including disabled roles. */
  readonly roles: readonly Pick<Role, 'id' | 'code' | 'name'>[];
}

/** A user with all roles. */
export interface UserWithGrants extends UserView {
  /** The periods in which the user has each role, in the order of the roles' codes. Includes periods not in force. */
  readonly roleGrants: readonly RoleGrant[];
}

/** A user as other users may see it (`findWithoutDetails`). */
export interface VisibleUser extends Omit<UserWithGrants, 'email' | 'roleGrants'> {
  readonly email: string | null;
  readonly roleGrants: readonly RoleGrant[] | null;
}

/**
 * The caller's own account, with the rights that the caller has in a session. Roles that require a second factor count
 * only if the session was verified with a second factor. `attributes` contains those that the user can read.
 */
export interface Profile extends User {
  /** The new e-mail address that still has to be confirmed with the link in a mail; null if there is none. */
  readonly pendingEmail: string | null;
  /** Whether the account has a password. Users who signed up at an identity provider have none until they set one. */
  readonly hasPassword: boolean;
  /** Codes of the effective roles. */
  readonly roles: readonly string[];
  /** Codes of the enabled permissions that these roles grant. */
  readonly permissions: readonly string[];
}

/** The identity of the user of a session, which a service behind a gateway receives. */
export type SessionIdentity = Pick<Profile, 'username' | 'roles'>;

/** How a user logs in. Only administrators may see it. */
export interface LogInFacts {
  /** Null if the user has never logged in. */
  readonly lastLoginAt: Date | null;
  /** Whether the user has a confirmed second factor. */
  readonly hasFactor: boolean;
}

/** A user in a list, with `LogInFacts` if the query asks for them. */
export type ListedUser = UserView & Partial<LogInFacts>;

/** The fields by which users can be sorted. */
export const userSortFields = ['createdAt', 'updatedAt', 'username', 'email', 'nickName', 'status'] as const;
/** A field by which users can be sorted. */
export type UserSortField = (typeof userSortFields)[number];

/** Which page of users is read, with filters and an order. */
export interface UserListQuery extends ListQuery<UserSortField>, FilteredQuery {
  readonly status?: Status;
  readonly kind?: UserKind;
  readonly roleCode?: string;
  /** Compared as text, even if the stored gender is a number. */
  readonly gender?: string;
  /**
   * Text that must occur in the user name, ignoring case. The filters `email`, `nickName` and `phone` work in the same
   * way.
   */
  readonly username?: string;
  readonly email?: string;
  readonly nickName?: string;
  readonly phone?: string;
  /** Values that the user must have. Of a list, the user must have all texts. */
  readonly attributes?: Attributes;
  /** Only users with an open invitation, or only users without one. An expired invitation is also open. */
  readonly invited?: boolean;
  /** Only users with a confirmed second factor, or only users without one. */
  readonly hasFactor?: boolean;
  /** Only users whose last login was at this time or later. */
  readonly lastLoginFrom?: Date;
  /** Only users whose last login was at this time or earlier, and users who have never logged in. */
  readonly lastLoginTo?: Date;
  /** Whether each user is returned with `LogInFacts`. Default: false. */
  readonly withLogIns?: boolean;
}

/** The account data that a login needs. */
export interface Credentials {
  readonly userId: UserId;
  readonly username: string;
  /** Null if the account has no password, because its user signed up at an identity provider. */
  readonly passwordHash: string | null;
  readonly status: Status;
  /**
   * How many times the password was set without verifying the current password: by an administrator, with a setup link,
   * or with a link in a mail.
   */
  readonly passwordResets: number;
  /** Time of the last login from the client network that the query names; null if no such login is stored. */
  readonly lastLoginAt: Date | null;
  /** Whether a login needs a second factor. */
  readonly hasFactor: boolean;
  /** Codes of the roles that are effective in a session without a second factor. */
  readonly roles: readonly string[];
}

/** Whether this installation has administrators. */
export interface AdministratorStatus {
  /** Whether any user has the role ADMIN. */
  readonly exists: boolean;
  /**
   * Whether any user who is enabled and has no open invitation has the role ADMIN now and without end. An expired
   * invitation is also open.
   */
  readonly active: boolean;
}

/** A role of a user whose period has ended. */
export interface EndedGrant {
  readonly userId: UserId;
  readonly username: string;
  readonly roleId: RoleId;
  readonly validUntil: Date;
}

/** A user to add, with a password hash if the account has a password, and with the user's roles. */
export interface AddedAccount {
  readonly user: User;
  readonly passwordHash: string | null;
  readonly grants: readonly RoleGrant[];
}

/** Writes users in a transaction. The operations of the views read the response of a request before the commit. */
export interface UserRepository
  extends Omit<VersionedCollection<User>, 'add'>,
    LinkOwners<UserId>,
    Pick<UserViews, 'find' | 'profile'> {
  /** Stores a user. Without a hash, the account has no password. */
  readonly add: Versioning<(user: User, passwordHash: string | null) => Promise<void>>;
  /**
   * Stores many users with their roles in few statements. The roles must be locked.
   */
  readonly addAll: Versioning<(accounts: readonly AddedAccount[]) => Promise<void>>;
  /**
   * Locks the user until the transaction ends.
   * @returns whether the account is enabled and still has this password hash; false if the hash is null
   */
  readonly holdsPassword: (id: UserId, passwordHash: string | null) => Promise<boolean>;
  /**
   * Replaces the hash of a password by another hash of the same password. Nothing else changes, and no event is needed.
   */
  readonly renewHash: (id: UserId, passwordHash: string) => Promise<void>;
  /** Sets a password. Also removes the mail links of the user and the logins that wait for a second factor. */
  readonly setPassword: Versioning<(id: UserId, passwordHash: string) => Promise<void>>;
  /** Does the same as `setPassword`, and increments `passwordResets`, so that earlier failed logins no longer count. */
  readonly resetPassword: Versioning<(id: UserId, passwordHash: string) => Promise<void>>;
  /**
   * Records that an account is unconfirmed: it was registered by a person whom neither an administrator nor a verified
   * e-mail address has confirmed. The person may have registered with the address of somebody else.
   */
  readonly setUnconfirmed: (id: UserId) => Promise<void>;
  readonly isUnconfirmed: (id: UserId) => Promise<boolean>;
  /** Records that an account is no longer unconfirmed. */
  readonly confirm: (id: UserId) => Promise<void>;
  /** Returns the roles of a user, including those whose grant is not in force. */
  readonly rolesOf: (id: UserId) => Promise<readonly RoleId[]>;
  /** Returns the same roles as `rolesOf`, with the periods in which the user has them. */
  readonly grantsOf: (id: UserId) => Promise<readonly RoleGrant[]>;
  /** Returns whether the user has an enabled role, whose grant is in force, that requires a second factor. */
  readonly requiresFactor: (id: UserId) => Promise<boolean>;
  /**
   * Changes the roles of a user. Roles that the user keeps keep their periods; new roles have neither beginning nor end.
   * If a role changes, the version of the user is incremented.
   */
  readonly setRoles: Versioning<(id: UserId, change: LinkChange<RoleId>) => Promise<void>>;
  /**
   * Sets the periods of roles that the user has. Other roles of the user do not change. If a period changes, the version
   * of the user is incremented.
   */
  readonly setGrantPeriods: Versioning<(id: UserId, grants: readonly RoleGrant[]) => Promise<void>>;
  /**
   * Finds at most `limit` roles of users whose period has ended, the earliest end first, and does not return them again
   * unless the period changes. Roles that another transaction is changing are omitted.
   */
  readonly takeEndedGrants: (limit: number) => Promise<readonly EndedGrant[]>;
  /**
   * Returns the ids of the roles that the identity provider `source` assigned to a user. If a role is removed and
   * assigned again, the provider that first assigned the role is no longer recorded.
   */
  readonly rolesFrom: (id: UserId, source: string) => Promise<readonly RoleId[]>;
  /** Records the identity provider that assigned these roles. The user must already have the roles. */
  readonly setRoleSource: (id: UserId, roleIds: readonly RoleId[], source: string) => Promise<void>;
  /**
   * Locks the assignment of the role ADMIN. Other transactions that call this function wait until this transaction
   * ends, so the result stays valid until then.
   */
  readonly lockAdministration: () => Promise<AdministratorStatus>;
}

/** Reads users. */
export interface UserViews {
  readonly find: (id: UserId) => Promise<UserWithGrants | undefined>;
  /**
   * Finds a user, without `email`, `phone`, `gender` and `roleGrants`, which are null, without attributes, and with only
   * the enabled roles.
   */
  readonly findWithoutDetails: (id: UserId) => Promise<VisibleUser | undefined>;
  readonly list: (query: UserListQuery) => Promise<Page<ListedUser>>;
  /** Reads the profile of a user in a session. Without `sessionId`, roles that require a second factor do not count. */
  readonly profile: (id: UserId, sessionId?: SessionId) => Promise<Profile | undefined>;
  /** Reads the user name, and the codes of the roles that are effective in the session. */
  readonly identity: (id: UserId, sessionId: SessionId) => Promise<SessionIdentity | undefined>;
  /**
   * Finds an account by its user name or e-mail address, ignoring case. `lastLoginAt` is the time of the last login
   * from `network`, and null without `network`.
   */
  readonly credentials: (login: string, network?: string) => Promise<Credentials | undefined>;
  readonly credentialsOf: (id: UserId, network: string) => Promise<Credentials | undefined>;
  readonly taken: (
    names: Pick<User, 'email' | 'username'>,
  ) => Promise<{ readonly email: boolean; readonly username: boolean }>;
  /**
   * Returns the codes of the enabled permissions that a user has through effective roles in a session. The codes are
   * sorted, without duplicates. Without `sessionId`, roles that require a second factor do not count.
   */
  readonly permissionsOf: (id: UserId, sessionId?: SessionId) => Promise<readonly string[]>;
}
