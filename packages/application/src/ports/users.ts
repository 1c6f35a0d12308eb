import type { Holdings, LinkChange, Role, RoleId, Status, User, UserId } from '@portcullis/domain';
import type { Collection } from './collection.ts';
import type { ListQuery, Page } from './lists.ts';

/** A user as it is answered. */
export interface UserView extends User {
  readonly roles: readonly Pick<Role, 'id' | 'code' | 'name'>[];
}

/** The caller's own account. */
export interface Profile extends User {
  /** Codes of the enabled roles. */
  readonly roles: readonly string[];
  /** Codes of the enabled permissions held through them. */
  readonly permissions: readonly string[];
}

export const userSortFields = ['createdAt', 'updatedAt', 'username', 'email', 'nickName', 'status'] as const;
export type UserSortField = (typeof userSortFields)[number];

export interface UserListQuery extends ListQuery<UserSortField> {
  readonly status?: Status;
  readonly roleCode?: string;
  /** Matches texts and numbers alike. */
  readonly gender?: string;
  /** Occurs anywhere in the user's own, case ignored; so do the next three. */
  readonly username?: string;
  readonly email?: string;
  readonly nickName?: string;
  readonly phone?: string;
}

/** What login needs to know about an account. */
export interface Credentials {
  readonly userId: UserId;
  readonly username: string;
  readonly passwordHash: string;
  readonly status: Status;
  /** How often the password was reset by somebody else than its owner. */
  readonly passwordResets: number;
  /** The last login from the network that was asked about; null when there is none on record. */
  readonly lastLoginAt: Date | null;
  /** Codes of the enabled roles. */
  readonly roles: readonly string[];
}

/** Who can administer this installation. */
export interface Administration {
  /** Whether any user holds ADMIN. */
  readonly exists: boolean;
  /** Whether any enabled user does. */
  readonly active: boolean;
}

export interface UserRepository extends Omit<Collection<User>, 'add'> {
  readonly add: (user: User, passwordHash: string) => Promise<void>;
  /** Whether the account is enabled and still has this hash; both stay so until the transaction ends. */
  readonly holdsPassword: (id: UserId, passwordHash: string) => Promise<boolean>;
  readonly setPassword: (id: UserId, passwordHash: string) => Promise<void>;
  /** Sets a password and counts one more reset, after which earlier failed logins no longer count. */
  readonly resetPassword: (id: UserId, passwordHash: string) => Promise<void>;
  readonly rolesOf: (id: UserId) => Promise<readonly RoleId[]>;
  readonly setRoles: (id: UserId, change: LinkChange<RoleId>) => Promise<void>;
  /** Transactions that ask this wait for each other: the answer holds until this one ends. */
  readonly lockAdministration: () => Promise<Administration>;
}

export interface UserViews {
  readonly find: (id: UserId) => Promise<UserView | undefined>;
  readonly list: (query: UserListQuery) => Promise<Page<UserView>>;
  readonly profile: (id: UserId) => Promise<Profile | undefined>;
  /** `login` is a user name or an e-mail address, in any case. Without `network`, `lastLoginAt` is null. */
  readonly credentials: (login: string, network?: string) => Promise<Credentials | undefined>;
  readonly credentialsOf: (id: UserId, network: string) => Promise<Credentials | undefined>;
  readonly taken: (
    names: Pick<User, 'email' | 'username'>,
  ) => Promise<{ readonly email: boolean; readonly username: boolean }>;
  /** Codes of the enabled permissions a user holds through enabled roles, each once, sorted. */
  readonly permissionsOf: (id: UserId) => Promise<readonly string[]>;
  /** Roles and permissions by code, whatever their status. */
  readonly holdingsOf: (id: UserId) => Promise<Holdings | undefined>;
}
