import { administratorRole, emailKey, enabled, usernameKey, type RoleId, type UserId } from '@portcullis/domain';
import type { UserRepository } from '@portcullis/application';
import { rowsOf } from '../grants.ts';
import type { State } from '../state.ts';
import { linksOf } from '../tables.ts';
import { incrementVersion, setVersionedLinks, versionedTable } from '../versioned-tables.ts';

export function userRepository(state: State): UserRepository {
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
