import type { Holdings, LinkChange, Role, RoleId, SessionId, Status, User, UserId } from '@portcullis/domain';
import type { VersionedCollection } from './collection.ts';
import type { ListQuery, Page } from './lists.ts';

/** A user as the API returns it. */
export interface UserView extends User {
  readonly roles: readonly Pick<Role, 'id' | 'code' | 'name'>[];
}

/**
 * The caller's own account in a session. Roles that require a second factor count only if the session has one.
 */
export interface Profile extends User {
  /** The address that replaces `email` when the link in the mail to it is used; null if none waits for that. */
  readonly pendingEmail: string | null;
  /** Codes of the enabled roles. */
  readonly roles: readonly string[];
  /** Codes of the enabled permissions that these roles grant. */
  readonly permissions: readonly string[];
}

export const userSortFields = ['createdAt', 'updatedAt', 'username', 'email', 'nickName', 'status'] as const;
export type UserSortField = (typeof userSortFields)[number];

export interface UserListQuery extends ListQuery<UserSortField> {
  readonly status?: Status;
  readonly roleCode?: string;
  /** Compared as text, whether the stored gender is a text or a number. */
  readonly gender?: string;
  /** Text that must occur in the user name, ignoring case. The next three filters work in the same way. */
  readonly username?: string;
  readonly email?: string;
  readonly nickName?: string;
  readonly phone?: string;
}

/** The data of an account that login needs. */
export interface Credentials {
  readonly userId: UserId;
  readonly username: string;
  readonly passwordHash: string;
  readonly status: Status;
  /** How often the password was set without the current one: by an administrator, or with a setup link or a link in a mail. */
  readonly passwordResets: number;
  /** Time of the last login from the network of the query; null if none is recorded. */
  readonly lastLoginAt: Date | null;
  /** Whether the log-in needs a second factor. */
  readonly hasFactor: boolean;
  /** Codes of the enabled roles that require no second factor. */
  readonly roles: readonly string[];
}

/** Whether this installation has administrators. */
export interface Administration {
  /** Whether any user holds ADMIN. */
  readonly exists: boolean;
  /** Whether any enabled user holds ADMIN who does not wait for an invitation. */
  readonly active: boolean;
}

export interface UserRepository extends Omit<VersionedCollection<User>, 'add'> {
  readonly add: (user: User, passwordHash: string) => Promise<void>;
  /** Locks the user until the transaction ends. Returns whether the account is enabled and still has this hash. */
  readonly holdsPassword: (id: UserId, passwordHash: string) => Promise<boolean>;
  /** Sets a password. Links in mails under which another one could be set, and log-ins that wait for a code, end. */
  readonly setPassword: (id: UserId, passwordHash: string) => Promise<void>;
  /** Does the same as `setPassword`, and increments `passwordResets`, so that earlier failed logins no longer count. */
  readonly resetPassword: (id: UserId, passwordHash: string) => Promise<void>;
  readonly rolesOf: (id: UserId) => Promise<readonly RoleId[]>;
  /** Returns whether an enabled role of the user requires a second factor. */
  readonly requiresFactor: (id: UserId) => Promise<boolean>;
  /** Returns the version of the user afterwards. */
  readonly setRoles: (id: UserId, change: LinkChange<RoleId>) => Promise<number>;
  /** Returns the roles of a user that a source gave. A role that was taken away and given again has no source. */
  readonly rolesFrom: (id: UserId, source: string) => Promise<readonly RoleId[]>;
  /** Records which source gave a user these roles. The user must have them. */
  readonly setRoleSource: (id: UserId, roleIds: readonly RoleId[], source: string) => Promise<void>;
  /** Locks the assignment of ADMIN: transactions that call this wait for each other, so the result stays valid. */
  readonly lockAdministration: () => Promise<Administration>;
}

export interface UserViews {
  readonly find: (id: UserId) => Promise<UserView | undefined>;
  readonly list: (query: UserListQuery) => Promise<Page<UserView>>;
  /** Reads an account as a session sees it; without `sessionId`, like a session without a second factor. */
  readonly profile: (id: UserId, sessionId?: SessionId) => Promise<Profile | undefined>;
  /** `login` is a user name or an e-mail address, in any case. If `network` is absent, `lastLoginAt` is null. */
  readonly credentials: (login: string, network?: string) => Promise<Credentials | undefined>;
  readonly credentialsOf: (id: UserId, network: string) => Promise<Credentials | undefined>;
  readonly taken: (
    names: Pick<User, 'email' | 'username'>,
  ) => Promise<{ readonly email: boolean; readonly username: boolean }>;
  /**
   * Returns the codes of the enabled permissions that a user holds through enabled roles in a session, sorted, without
   * duplicates. Without `sessionId` the result is that of a session without a second factor.
   */
  readonly permissionsOf: (id: UserId, sessionId?: SessionId) => Promise<readonly string[]>;
  /** Returns the roles and permissions of a user, sorted by code, whatever their status. */
  readonly holdingsOf: (id: UserId) => Promise<Holdings | undefined>;
}
