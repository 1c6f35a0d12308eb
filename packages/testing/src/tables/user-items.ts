import { hasAttributes } from '@portcullis/domain/internal/conditions/attribute-values';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import type { RoleGrant } from '@portcullis/domain/internal/roles/role-grant';
import { emailKey } from '@portcullis/domain/internal/names/email';
import type { User } from '@portcullis/domain/internal/accounts/user';
import { usernameKey } from '@portcullis/domain/internal/names/username';
import type {
  Credentials,
  LogInFacts,
  UserListQuery,
  UserSortField,
  UserView,
  UserWithGrants,
} from '@portcullis/application/internal/ports/users';
import { codesOf, effectiveRolesOf, grantsOf, rolesInForceOf } from './grants.ts';
import { asRead, containsText, matchesFilter, sortedBy, type ListRules } from './pages.ts';
import type { State } from './state.ts';

/** How a list of users is filtered, searched and sorted. */
export const listed: ListRules<UserView & LogInFacts, UserSortField, UserListQuery> = {
  sort: {
    username: (user) => asRead(usernameKey(user.username)),
    email: (user) => emailKey(user.email),
    nickName: (user) => asRead(user.nickName),
  },
  defaultSort: { by: 'createdAt', order: 'asc' },
  attributesOf: ({ roles: _roles, attributes: _attributes, gender: _gender, ...user }) => user,
  searched: ({ username, email, nickName, phone }) => [username, email, nickName, phone],
  matches: ({ status, kind, roles, gender, username, email, nickName, phone, attributes, ...user }, query) =>
    matchesFilter(query.status, status) &&
    matchesFilter(query.invited, user.invitedUntil !== null) &&
    matchesFilter(query.hasFactor, user.hasFactor) &&
    (query.lastLoginFrom === undefined || (user.lastLoginAt !== null && user.lastLoginAt >= query.lastLoginFrom)) &&
    (query.lastLoginTo === undefined || user.lastLoginAt === null || user.lastLoginAt <= query.lastLoginTo) &&
    matchesFilter(query.kind, kind) &&
    (query.roleCode === undefined || roles.some(({ code }) => code === query.roleCode)) &&
    matchesFilter(query.gender, gender === null ? undefined : String(gender)) &&
    containsText(query.username, username) &&
    containsText(query.email, email) &&
    containsText(query.nickName, nickName) &&
    containsText(query.phone, phone) &&
    (query.attributes === undefined || hasAttributes(attributes, query.attributes)),
};

export function viewOf(state: State, user: User, now: Date): UserView {
  const held = sortedBy(rolesInForceOf(state, user.id, now), ({ code }) => [code]);
  return { ...user, roles: held.map(({ id, code, name }) => ({ id, code, name })) };
}

export function withGrants(state: State, user: User, now: Date): UserWithGrants {
  const codeOf = ({ roleId }: RoleGrant) => state.roles.get(roleId)?.code ?? '';
  return { ...viewOf(state, user, now), roleGrants: sortedBy(grantsOf(state, user.id), (grant) => [codeOf(grant)]) };
}

export const hasFactorOf = ({ factors }: State, id: UserId): boolean =>
  [...factors.values()].some(({ userId, confirmedAt }) => userId === id && confirmedAt !== null);

export function credentialsOf(
  state: State,
  { id, username, status }: User,
  network: string | undefined,
  now: Date,
): Credentials {
  const address = state.loginAddresses.get(id)?.find((each) => each.network === network);
  return {
    userId: id,
    username,
    passwordHash: state.passwordHashes.get(id) ?? null,
    status,
    passwordResets: state.passwordResets.get(id) ?? 0,
    lastLoginAt: address?.lastLoginAt ?? null,
    hasFactor: hasFactorOf(state, id),
    roles: codesOf(effectiveRolesOf(state, id, { now })),
  };
}

export const pendingEmailOf = ({ mailLinks }: State, id: UserId, at: Date): string | null =>
  [...mailLinks.values()].find(
    ({ userId, purpose, expiresAt }) => userId === id && purpose === 'email-change' && expiresAt > at,
  )?.email ?? null;
