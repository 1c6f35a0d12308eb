import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { emailError } from '@portcullis/domain/internal/names/email';
import {
  type ExternalAccount,
  type RoleMap,
  identityEvents,
  type Identity,
} from '@portcullis/domain/internal/accounts/identity';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import type { RegistrationMode } from '@portcullis/domain/internal/accounts/new-account';
import { isReservedName, userLimits, type User, newUser } from '@portcullis/domain/internal/accounts/user';
import { usernameError } from '@portcullis/domain/internal/names/username';
import type { IdentityProvider } from '../../ports/identity-providers.ts';
import type { Uses } from '../../ports/unit-of-work.ts';
import { setUserRoles } from '../../roles/set-user-roles.ts';
import { recordChange, type EventDependencies } from '../../changes.ts';
import type { UserViews } from '../../ports/users.ts';

/** Returns the codes of the roles that `roleMap` assigns to the groups, without duplicates. */
const mappedRoles = (roleMap: RoleMap, groups: readonly string[]): readonly string[] => [
  ...new Set(groups.flatMap((group) => (Object.hasOwn(roleMap, group) ? (roleMap[group] ?? []) : []))),
];

/**
 * Returns the e-mail address of an account at a provider; undefined if it is invalid or the provider has not verified
 * it.
 */
export function verifiedEmail({ email, emailVerified }: ExternalAccount): string | undefined {
  if (!emailVerified || email === null) return undefined;
  return email.length <= userLimits.email.max && emailError(email) === undefined ? email : undefined;
}

/**
 * Returns whether a provider is trusted for the domain of an e-mail address. Subdomains of a trusted domain are not
 * trusted.
 */
export const isTrustedFor = (trustedDomains: readonly string[], email: string): boolean =>
  trustedDomains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());

/**
 * Returns possible user names for a new account, the preferred one first. The last one contains the id of the new
 * account, so no other account has this name.
 */
function usernameCandidates({ username, email }: ExternalAccount, id: UserId): readonly string[] {
  const { min, max } = userLimits.username;
  const wishes = [username, email?.split('@')[0]].filter((name) => typeof name === 'string');
  const acceptable = wishes.filter(
    (name) => name.length >= min && name.length <= max && usernameError(name) === undefined && !isReservedName(name),
  );
  return [...acceptable, `user-${id}`];
}

interface Mapping {
  readonly actor: Actor;
  readonly userId: UserId;
  readonly provider: IdentityProvider;
  readonly groups: readonly string[];
}

/**
 * Assigns the roles that are mapped to the user's groups. Roles that an earlier sign-in at the same provider assigned
 * are removed if none of the user's groups is mapped to them any more. Other roles do not change. Role codes that do
 * not exist are ignored. The caller must not have locked the user.
 * @throws {BusinessError} last-administrator
 */
export async function mapRoles(
  tx: Uses<'users' | 'roles' | 'audit' | 'events'>,
  source: EventDependencies,
  { actor, userId, provider: { key, roleMap }, groups }: Mapping,
): Promise<void> {
  if (roleMap === undefined) return;
  const wanted = await tx.roles.idsOf(mappedRoles(roleMap, groups));
  // `existingIds` locks the roles. They are locked before the user, in the same order as when a role is removed, to
  // avoid a deadlock.
  await tx.roles.existingIds([...(await tx.users.rolesOf(userId)), ...wanted]);
  await tx.users.lock(userId);
  const [held, mapped] = await Promise.all([tx.users.rolesOf(userId), tx.users.rolesFrom(userId, key)]);
  const given = wanted.filter((id) => !held.includes(id));
  const kept = held.filter((id) => !mapped.includes(id) || wanted.includes(id));
  if (given.length === 0 && kept.length === held.length) return;
  await setUserRoles.within(tx, source, { actor, userId, roleIds: [...kept, ...given] });
  await tx.users.setRoleSource(userId, given, key);
}

interface Linking {
  readonly actor: Actor;
  readonly user: Pick<User, 'id' | 'username'>;
  readonly account: Pick<ExternalAccount, 'issuer' | 'subject'>;
}

/**
 * Links an account at an identity provider to a user.
 * @throws {BusinessError} identity-taken
 */
export async function addIdentity(
  tx: Uses<'identities' | 'events'>,
  source: EventDependencies,
  { actor, user, account: { issuer, subject } }: Linking,
): Promise<Identity> {
  const at = source.clock.now();
  const id = source.ids.next<'Identity'>();
  const identity = { id, userId: user.id, issuer, subject, createdAt: at, lastUsedAt: at };
  await recordChange(tx, source, { event: identityEvents.linked, actor, subject: user }, async (allow) => {
    await tx.identities.add(allow(identity));
    return { after: identity };
  });
  return identity;
}

export interface SignUpDependencies extends EventDependencies {
  readonly users: UserViews;
  readonly registration: RegistrationMode;
}

/** Returns a user for a person who signs in for the first time, with a free user name. */
export async function prepareAccount(
  { users, ids, clock }: SignUpDependencies,
  account: ExternalAccount,
  email: string,
): Promise<User> {
  const id = ids.next<'User'>();
  const username = (await firstFreeName(users, email, usernameCandidates(account, id))) ?? id;
  return newUser({ id, email, username, at: clock.now() });
}

async function firstFreeName(
  users: UserViews,
  email: string,
  candidates: readonly string[],
): Promise<string | undefined> {
  for (const username of candidates) if (!(await users.taken({ email, username })).username) return username;
  return undefined;
}
