import { withAttributeDifferences, type Attributes } from '../conditions/attribute-values.ts';
import { builtInEvent, evenUnchanged, ofDeletionAffecting, recordedFields } from '../shared/declare-event.ts';
import type { RoleId, UserId } from '../shared/ids.ts';
import { emailRule } from '../names/email.ts';
import { BusinessError } from '../shared/errors.ts';
import { administratorRole } from '../built-in.ts';
import { skeleton } from '../names/look-alikes.ts';
import type { RecordedGrant } from '../roles/role-grant.ts';
import { enabled, type Status } from '../shared/status.ts';
import { endedSessions, userSubject } from '../shared/subjects.ts';
import { caseKey, type TextRule } from '../names/text.ts';
import { usernameRule } from '../names/username.ts';
import { firstVersion, type Entity } from '../shared/version.ts';

/** A gender as the client sent it: a text of at most 16 characters or an integer from 0 to 9. */
export type Gender = string | number;

/** A person logs in. A service account is used by programs, only with API keys, and cannot log in. */
export const userKinds = ['PERSON', 'SERVICE'] as const;
/** Whether an account belongs to a person or to a service. */
export type UserKind = (typeof userKinds)[number];

/** A user account without its password hash. Only operations that check or replace a password use the hash. */
export interface User extends Entity<UserId> {
  readonly kind: UserKind;
  readonly email: string;
  /** Whether the user has used a link that was sent to the e-mail address. */
  readonly emailVerified: boolean;
  /** Expiry time of the invitation to choose a password; null if the user was not invited or has chosen a password. */
  readonly invitedUntil: Date | null;
  readonly username: string;
  readonly nickName: string | null;
  readonly phone: string | null;
  readonly gender: Gender | null;
  readonly attributes: Attributes;
  readonly status: Status;
}

/** The fields of a user that can be changed. An absent field does not change. */
export type UserChange = Partial<
  Pick<User, 'email' | 'username' | 'nickName' | 'phone' | 'gender' | 'attributes' | 'status'>
>;

/** What is known of a user when the account is created. */
export type NewUser = Pick<User, 'id' | 'email' | 'username'> &
  Partial<Pick<User, 'invitedUntil' | 'kind'>> &
  UserChange & { readonly at: Date };

/** Creates an account. By default, the account is enabled and all its profile fields are null. */
export function newUser({ at, ...given }: NewUser): User {
  return {
    kind: 'PERSON',
    emailVerified: false,
    invitedUntil: null,
    nickName: null,
    phone: null,
    gender: null,
    attributes: {},
    status: enabled,
    ...given,
    version: firstVersion,
    createdAt: at,
    updatedAt: at,
  };
}

/**
 * Returns the user with a change. A new e-mail address is not verified. An address that differs only in case is not a
 * new address.
 */
export const changedUser = (user: User, change: UserChange, updatedAt: Date): User => ({
  ...user,
  ...change,
  emailVerified: user.emailVerified && (change.email === undefined || isSameAddress(change.email, user.email)),
  updatedAt,
});

/**
 * Returns the user after a password was set without the current password, for example with a link. The new password
 * ends an invitation.
 * @param provesAddress whether the password was set with a link that was sent to the current e-mail address
 */
export const withNewPassword = (user: User, provesAddress: boolean, updatedAt: Date): User =>
  user.invitedUntil === null && (user.emailVerified || !provesAddress)
    ? user
    : { ...user, invitedUntil: null, emailVerified: user.emailVerified || provesAddress, updatedAt };

/**
 * Checks that a user was invited and has not chosen a password yet. Only such a user can be invited again.
 * @throws {BusinessError} account-confirmed
 */
export function requireInvited(user: User): void {
  if (user.invitedUntil !== null) return;
  throw new BusinessError('account-confirmed', 'This user does not wait for an invitation.');
}

/**
 * Checks that a user is a person. Service accounts have no password, second factor or identity.
 * @throws {BusinessError} service-account
 */
export function requirePerson({ kind }: Pick<User, 'kind'>): void {
  if (kind === 'PERSON') return;
  throw new BusinessError('service-account', 'This is a service account, which cannot log in.');
}

/**
 * Whether mails to both addresses certainly go to the same person. This comparison is stricter than `emailKey`, so a
 * verified address does not stay verified when it changes to one that only counts as the same.
 */
export const isSameAddress = (one: string, other: string): boolean => caseKey(one) === caseKey(other);

/** The limits of the fields of users. */
export const userLimits = {
  username: usernameRule,
  email: emailRule,
  /** A user name or an e-mail address. */
  login: { min: 3, max: 254 },
  nickName: { min: 0, max: 64 },
  phone: { min: 3, max: 32, pattern: /^[0-9 +()-]+$/, hint: 'digits, spaces, +, -, ( and )' },
  genderText: { min: 0, max: 16 },
  genderNumber: { min: 0, max: 9 },
} as const satisfies Record<string, TextRule>;

const reservedNames = new Set(['admin', 'administrator', 'root', 'system']);

/**
 * The fields with which a client may try to get roles at registration. A request for ADMIN is refused; all other values
 * are ignored.
 */
export interface RequestedRoles {
  readonly role?: unknown;
  readonly roles?: unknown;
  readonly roleCodes?: unknown;
  readonly roleIds?: unknown;
  readonly isAdmin?: unknown;
}

function asksForAdministrator(value: unknown): boolean {
  if (typeof value === 'string') {
    return [administratorRole.code.toLowerCase(), administratorRole.id].includes(value.trim().toLowerCase());
  }
  return typeof value === 'object' && value !== null && Object.values(value).some(asksForAdministrator);
}

/**
 * Refuses a registration that requests ADMIN. Requests for other roles are ignored.
 * @throws {BusinessError} administrator-registration
 */
export function refuseAdministratorRequest({ isAdmin, ...requested }: RequestedRoles): void {
  const isFlagSet = isAdmin === true || isAdmin === 1 || isAdmin === 'true' || isAdmin === '1';
  if (isFlagSet || asksForAdministrator(requested)) throw administratorRegistration();
}

/**
 * Checks that the user name of a registration is not reserved.
 * @throws {BusinessError} administrator-registration, for reserved names, and for names that look like a reserved name
 */
export function refuseReservedName(username: string): void {
  if (isReservedName(username)) throw administratorRegistration();
}

/** Whether a name is reserved, or looks like a reserved name. */
export const isReservedName = (username: string): boolean => reservedNames.has(skeleton(username));

const administratorRegistration = () =>
  new BusinessError('administrator-registration', 'Administrator accounts cannot be registered.');

const fields = recordedFields<User>()(
  'kind',
  'email',
  'emailVerified',
  'invitedUntil',
  'username',
  'nickName',
  'phone',
  'gender',
  'attributes',
  'status',
);
const recorded = withAttributeDifferences(fields);

/** The events of users. */
export const userEvents = {
  created: builtInEvent(userSubject, 'user.created', recorded),
  updated: builtInEvent(userSubject, 'user.updated', recorded),
  deleted: builtInEvent(userSubject, 'user.deleted', withAttributeDifferences(ofDeletionAffecting('contents', fields))),
  rolesChanged: builtInEvent(
    userSubject,
    'user.roles.changed',
    recordedFields<{
      readonly roleIds: readonly RoleId[];
      /** The roles with a beginning or an end. */
      readonly roleGrants?: readonly RecordedGrant[];
    }>()('roleIds', 'roleGrants'),
  ),
  /** The end of the period in which a user had a role has passed. */
  grantExpired: builtInEvent(
    userSubject,
    'user.grant.expired',
    recordedFields<{ readonly roleId: RoleId; readonly validUntil: Date }>()('roleId', 'validUntil'),
  ),
  passwordChanged: builtInEvent(userSubject, 'user.password.changed', evenUnchanged(endedSessions)),
};

/**
 * Which callers see the e-mail address, phone number, gender and disabled roles of another user. `all`: every logged-in
 * user. `own`: only `userDetailsReaders`.
 */
export const userDetailsModes = ['all', 'own'] as const;
/** Whether users see the details of other users, or only their own. */
export type UserDetailsMode = (typeof userDetailsModes)[number];

/** Callers with one of these roles or permissions always see the details of other users. */
export const userDetailsReaders = { roles: [administratorRole.code], permissions: ['user.read'] } as const;
