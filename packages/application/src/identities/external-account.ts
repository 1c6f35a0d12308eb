import {
  isReservedName,
  userLimits,
  usernameError,
  type ExternalAccount,
  type RoleMap,
  type UserId,
} from '@portcullis/domain';

/** Returns the codes of the roles that these groups give, without duplicates. */
export const mappedRoles = (roleMap: RoleMap, groups: readonly string[]): readonly string[] => [
  ...new Set(groups.flatMap((group) => (Object.hasOwn(roleMap, group) ? (roleMap[group] ?? []) : []))),
];

/** The e-mail address for an account of this person; undefined if the provider has not verified a usable one. */
export function verifiedEmail({ email, emailVerified }: ExternalAccount): string | undefined {
  if (!emailVerified || email === null) return undefined;
  const { max, pattern } = userLimits.email;
  return /^[^\s@]+@[^\s@]+$/.test(email) && pattern.test(email) && email.length <= max ? email : undefined;
}

/** Whether a provider knows the mailboxes of the domain of an address. Domains below a trusted one are not trusted. */
export const isTrustedFor = (trustedDomains: readonly string[], email: string): boolean =>
  trustedDomains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());

/** Returns acceptable names for a new account, the preferred one first. The last one contains the id, so it is free. */
export function usernameCandidates({ username, email }: ExternalAccount, id: UserId): readonly string[] {
  const { min, max } = userLimits.username;
  const wishes = [username, email?.split('@')[0]].filter((name) => typeof name === 'string');
  const acceptable = wishes.filter(
    (name) => name.length >= min && name.length <= max && usernameError(name) === undefined && !isReservedName(name),
  );
  return [...acceptable, `user-${id}`];
}
