import {
  type RoleId,
  type User,
  type UserId,
  administratorRole,
  caseKey,
  emailKey,
  enabled,
  usernameKey,
} from '@portcullis/domain';
import type {
  Clock,
  Credentials,
  UserListQuery,
  UserRepository,
  UserSortField,
  UserView,
  UserViews,
} from '@portcullis/application';
import { assignedAccessOf, codesOf, effectivePermissionsOf, effectiveRolesOf, rowsOf } from '../tables/grants.ts';
import type { State } from '../tables/state.ts';
import { linksOf } from '../tables/tables.ts';
import { incrementVersion, setVersionedLinks, versionedTable } from '../tables/versioned-tables.ts';
import { type ListRules, containsText, matchesFilter, pageOf, sortedBy } from '../tables/pages.ts';

export function repository(state: State): UserRepository {
  const counting = { rows: state.users, counted: state.counted };
  const { lock, add, save, remove } = versionedTable(counting, {
    unique: [
      ['email-taken', ({ email }) => emailKey(email)],
      ['username-taken', ({ username }) => usernameKey(username)],
    ],
    beforeRemove: (id) => removeUserData(state, id),
  });
  const setPassword: UserRepository['setPassword'] = async (id, passwordHash) => {
    state.passwordHashes.set(id, passwordHash);
    for (const { tokenHash, userId } of state.mailLinks.values()) if (userId === id) state.mailLinks.delete(tokenHash);
    for (const [hash, { userId }] of state.loginChallenges) if (userId === id) state.loginChallenges.delete(hash);
  };
  const setRoles = setVersionedLinks(state.userRoles, counting, state.roles);
  return {
    lock,
    save,
    remove,
    add: async (user, passwordHash) => {
      await add(user);
      if (passwordHash !== null) state.passwordHashes.set(user.id, passwordHash);
    },
    holdsPassword: async (id, passwordHash) =>
      state.users.get(id)?.status === enabled && state.passwordHashes.get(id) === passwordHash,
    setPassword,
    resetPassword: async (id, passwordHash) => {
      await setPassword(id, passwordHash);
      state.passwordResets.set(id, (state.passwordResets.get(id) ?? 0) + 1);
    },
    setUnconfirmed: async (id) => void state.unconfirmed.add(id),
    isUnconfirmed: async (id) => state.unconfirmed.has(id),
    confirm: async (id) => void state.unconfirmed.delete(id),
    rolesOf: async (id) => linksOf(state.userRoles, id),
    requiresFactor: async (id) =>
      rowsOf(state.roles, linksOf(state.userRoles, id)).some((role) => role.status === enabled && role.requiresFactor),
    setRoles: async (id, change) => {
      for (const roleId of change.before)
        if (!change.after.includes(roleId)) state.roleSources.delete(linkOf(id, roleId));
      return setRoles(id, change);
    },
    rolesFrom: async (id, source) =>
      linksOf(state.userRoles, id).filter((roleId) => state.roleSources.get(linkOf(id, roleId)) === source),
    setRoleSource: async (id, roleIds, source) => {
      for (const roleId of roleIds) state.roleSources.set(linkOf(id, roleId), source);
    },
    lockAdministration: async () => {
      const holders = [...state.users.values()].filter(({ id }) =>
        linksOf(state.userRoles, id).includes(administratorRole.id),
      );
      const active = holders.some(({ status, invitedUntil }) => status === enabled && invitedUntil === null);
      return { exists: holders.length > 0, active };
    },
  };
}

/** Returns the key that `roleSources` uses for a role of a user. */
const linkOf = (userId: UserId, roleId: RoleId): string => `${userId} ${roleId}`;

/**
 * Removes what belongs to a user, such as sessions and factors. The user's contents stay, but without an author.
 * @returns the number of these contents
 */
function removeUserData(state: State, id: UserId): number {
  state.passwordHashes.delete(id);
  state.passwordResets.delete(id);
  state.unconfirmed.delete(id);
  state.loginAddresses.delete(id);
  state.setupLinks.delete(id);
  state.userRoles.delete(id);
  state.recoveryCodes.delete(id);
  for (const factor of state.factors.values()) if (factor.userId === id) state.factors.delete(factor.id);
  for (const [hash, { userId }] of state.loginChallenges) if (userId === id) state.loginChallenges.delete(hash);
  for (const [hash, { userId }] of state.passkeyChallenges) if (userId === id) state.passkeyChallenges.delete(hash);
  for (const identity of state.identities.values()) if (identity.userId === id) state.identities.delete(identity.id);
  for (const session of state.sessions.values()) if (session.userId === id) state.sessions.delete(session.id);
  const contents = [...state.contents.values()].filter(({ authorId }) => authorId === id);
  for (const content of contents) {
    state.contents.set(content.id, { ...content, authorId: null });
    incrementVersion({ rows: state.contents, counted: state.counted }, content.id);
  }
  return contents.length;
}

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

export const views = (now: () => State, clock: Clock): UserViews => ({
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
