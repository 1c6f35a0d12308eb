import {
  emailError,
  isReservedName,
  userLimits,
  usernameError,
  type ExternalAccount,
  type RoleMap,
  type UserId,
} from '@portcullis/domain';

/** Returns the codes of the roles that `roleMap` assigns to the groups, without duplicates. */
export const mappedRoles = (roleMap: RoleMap, groups: readonly string[]): readonly string[] => [
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
export function usernameCandidates({ username, email }: ExternalAccount, id: UserId): readonly string[] {
  const { min, max } = userLimits.username;
  const wishes = [username, email?.split('@')[0]].filter((name) => typeof name === 'string');
  const acceptable = wishes.filter(
    (name) => name.length >= min && name.length <= max && usernameError(name) === undefined && !isReservedName(name),
  );
  return [...acceptable, `user-${id}`];
}
