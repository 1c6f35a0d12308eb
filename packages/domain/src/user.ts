import { BusinessError } from './errors.ts';
import type { RoleId, UserId } from './ids.ts';
import { administratorRole } from './built-in.ts';
import { skeleton } from './look-alikes.ts';
import { enabled, type Status } from './status.ts';
import type { TextRule } from './text.ts';
import { usernameRule } from './username.ts';

/** A gender as its client sent it: a text of at most 16 characters or an integer from 0 to 9. */
export type Gender = string | number;

/** An account. Its password hash leaves the store only to be verified. */
export interface User {
  readonly id: UserId;
  readonly email: string;
  readonly username: string;
  readonly nickName: string | null;
  readonly phone: string | null;
  readonly gender: Gender | null;
  readonly status: Status;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The fields of a user that PATCH takes; what is absent stays as it is. */
export type UserChange = Partial<Pick<User, 'email' | 'username' | 'nickName' | 'phone' | 'gender' | 'status'>>;

export type NewUser = Pick<User, 'id' | 'email' | 'username'> & UserChange & { readonly at: Date };

/** An account as it begins: enabled, with an empty profile where nothing is given. */
export function newUser({ at, ...given }: NewUser): User {
  return { nickName: null, phone: null, gender: null, status: enabled, ...given, createdAt: at, updatedAt: at };
}

export const userLimits = {
  username: usernameRule,
  email: { min: 3, max: 254 },
  nickName: { min: 0, max: 64 },
  phone: { min: 3, max: 32, pattern: /^[0-9 +()-]+$/, hint: 'digits, spaces, +, -, ( and )' },
  genderText: { min: 0, max: 16 },
  genderNumber: { min: 0, max: 9 },
} as const satisfies Record<string, TextRule>;

const reservedNames = new Set(['admin', 'administrator', 'root', 'system']);

/** What a registration may say about roles, in any of the forms clients use. */
export interface RoleWish {
  readonly role?: unknown;
  readonly roles?: unknown;
  readonly roleCodes?: unknown;
  readonly roleIds?: unknown;
  readonly isAdmin?: unknown;
}

function asksForAdministrator(wish: unknown): boolean {
  if (typeof wish === 'string') {
    return [administratorRole.code.toLowerCase(), administratorRole.id].includes(wish.trim().toLowerCase());
  }
  return typeof wish === 'object' && wish !== null && Object.values(wish).some(asksForAdministrator);
}

/**
 * Other wishes for roles are ignored.
 * @throws {BusinessError} administrator-registration
 */
export function refuseAdministratorWish({ isAdmin, ...wish }: RoleWish): void {
  const flagged = isAdmin === true || isAdmin === 1 || isAdmin === 'true' || isAdmin === '1';
  if (flagged || asksForAdministrator(wish)) throw administratorRegistration();
}

/** @throws {BusinessError} administrator-registration, for the operator's names and for names that look like them. */
export function refuseReservedName(username: string): void {
  if (reservedNames.has(skeleton(username))) throw administratorRegistration();
}

const administratorRegistration = () =>
  new BusinessError('administrator-registration', 'Administrator accounts cannot be registered.');

/** Whether a user with these roles before and after stops holding ADMIN. */
export function removesAdminRole(before: readonly RoleId[], after: readonly RoleId[]): boolean {
  return before.includes(administratorRole.id) && !after.includes(administratorRole.id);
}
