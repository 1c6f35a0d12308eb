import { caseKey, usernameKey, type User } from '@portcullis/domain';
import type { UserListQuery, UserSortField, UserView, UserViews } from '../../ports/users.ts';
import { codesOf, enabledPermissionsOf, enabledRolesOf, rowsOf } from '../holdings.ts';
import { asked, pageOf, sortedBy, type ListRules } from '../pages.ts';
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
  matches: ({ status, roles, gender }, query) =>
    asked(query.status, status) &&
    (query.roleCode === undefined || roles.some(({ code }) => code === query.roleCode)) &&
    asked(query.gender, gender === null ? undefined : String(gender)),
};

function viewOf({ userRoles, roles }: State, user: User): UserView {
  const held = sortedBy(rowsOf(roles, linksOf(userRoles, user.id)), ({ code }) => [code]);
  return { ...user, roles: held.map(({ id, code, name }) => ({ id, code, name })) };
}

export const userViews = (now: () => State): UserViews => ({
  find: async (id) => {
    const user = now().users.get(id);
    return user && viewOf(now(), user);
  },
  list: async (query) => {
    const state = now();
    return pageOf(
      [...state.users.values()].map((user) => viewOf(state, user)),
      query,
      listed,
    );
  },
  profile: async (id) => {
    const state = now();
    const user = state.users.get(id);
    const [roles, permissions] = [enabledRolesOf(state, id), enabledPermissionsOf(state, id)];
    return user && { ...user, roles: codesOf(roles), permissions: codesOf(permissions) };
  },
  credentials: async (login) => {
    const { users, passwordHashes } = now();
    const user = [...users.values()].find(
      ({ username, email }) => usernameKey(username) === usernameKey(login) || caseKey(email) === caseKey(login),
    );
    if (user === undefined) return undefined;
    const { id, username, status } = user;
    const passwordHash = passwordHashes.get(id) ?? '';
    return { userId: id, username, passwordHash, status, roles: codesOf(enabledRolesOf(now(), id)) };
  },
  passwordHashOf: async (id) => now().passwordHashes.get(id),
  taken: async (names) => {
    const users = [...now().users.values()];
    return {
      email: users.some(({ email }) => caseKey(email) === caseKey(names.email)),
      username: users.some(({ username }) => usernameKey(username) === usernameKey(names.username)),
    };
  },
  permissionsOf: async (id) => codesOf(enabledPermissionsOf(now(), id)),
});
