import { caseKey, emailKey, enabled, usernameKey, type User, type UserId } from '@portcullis/domain';
import type { Clock, Credentials, UserListQuery, UserSortField, UserView, UserViews } from '@portcullis/application';
import { codesOf, effectivePermissionsOf, effectiveRolesOf, assignedAccessOf, rowsOf } from '../grants.ts';
import { matchesFilter, containsText, pageOf, sortedBy, type ListRules } from '../pages.ts';
import type { State } from '../state.ts';
import { linksOf } from '../tables.ts';

const listed: ListRules<UserView, UserSortField, UserListQuery> = {
  sort: {
    createdAt: (user) => user.createdAt,
    updatedAt: (user) => user.updatedAt,
    username: (user) => usernameKey(user.username),
    email: (user) => caseKey(user.email),
    nickName: (user) => user.nickName,
    status: (user) => user.status,
  },
  defaultSort: { by: 'createdAt', order: 'asc' },
  searched: ({ username, email, nickName, phone }) => [username, email, nickName, phone],
  matches: ({ status, roles, gender, username, email, nickName, phone }, query) =>
    matchesFilter(query.status, status) &&
    (query.roleCode === undefined || roles.some(({ code }) => code === query.roleCode)) &&
    matchesFilter(query.gender, gender === null ? undefined : String(gender)) &&
    containsText(query.username, username) &&
    containsText(query.email, email) &&
    containsText(query.nickName, nickName) &&
    containsText(query.phone, phone),
};

function viewOf({ userRoles, roles }: State, user: User): UserView {
  const held = sortedBy(rowsOf(roles, linksOf(userRoles, user.id)), ({ code }) => [code]);
  return { ...user, roles: held.map(({ id, code, name }) => ({ id, code, name })) };
}

function credentialsOf(state: State, { id, username, status }: User, network: string | undefined): Credentials {
  const address = state.loginAddresses.get(id)?.find((each) => each.network === network);
  return {
    userId: id,
    username,
    passwordHash: state.passwordHashes.get(id) ?? null,
    status,
    passwordResets: state.passwordResets.get(id) ?? 0,
    lastLoginAt: address?.lastLoginAt ?? null,
    hasFactor: [...state.factors.values()].some(({ userId, confirmedAt }) => userId === id && confirmedAt !== null),
    roles: codesOf(effectiveRolesOf(state, id)),
  };
}

const pendingEmailOf = ({ mailLinks }: State, id: UserId, at: Date): string | null =>
  [...mailLinks.values()].find(
    ({ userId, purpose, expiresAt }) => userId === id && purpose === 'email-change' && expiresAt > at,
  )?.email ?? null;

export const userViews = (now: () => State, clock: Clock): UserViews => ({
  find: async (id) => {
    const user = now().users.get(id);
    return user && viewOf(now(), user);
  },
  findWithoutDetails: async (id) => {
    const state = now();
    const user = state.users.get(id);
    if (user === undefined) return undefined;
    const view = viewOf(state, user);
    const roles = view.roles.filter((role) => state.roles.get(role.id)?.status === enabled);
    return { ...view, email: null, phone: null, gender: null, roles };
  },
  list: async (query) => {
    const state = now();
    return pageOf(
      [...state.users.values()].map((user) => viewOf(state, user)),
      query,
      listed,
    );
  },
  profile: async (id, sessionId) => {
    const state = now();
    const user = state.users.get(id);
    const [roles, permissions] = [effectiveRolesOf(state, id, sessionId), effectivePermissionsOf(state, id, sessionId)];
    return (
      user && {
        ...user,
        pendingEmail: pendingEmailOf(state, id, clock.now()),
        hasPassword: state.passwordHashes.has(id),
        roles: codesOf(roles),
        permissions: codesOf(permissions),
      }
    );
  },
  credentials: async (login, network) => {
    const user = [...now().users.values()].find(
      ({ username, email }) => usernameKey(username) === usernameKey(login) || emailKey(email) === emailKey(login),
    );
    return user && credentialsOf(now(), user, network);
  },
  credentialsOf: async (id, network) => {
    const user = now().users.get(id);
    return user && credentialsOf(now(), user, network);
  },
  taken: async (names) => {
    const users = [...now().users.values()];
    return {
      email: users.some(({ email }) => emailKey(email) === emailKey(names.email)),
      username: users.some(({ username }) => usernameKey(username) === usernameKey(names.username)),
    };
  },
  assignedAccessOf: async (id) => {
    const user = now().users.get(id);
    return user && assignedAccessOf(now(), user);
  },
  permissionsOf: async (id, sessionId) => codesOf(effectivePermissionsOf(now(), id, sessionId)),
});
