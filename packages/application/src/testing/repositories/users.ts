import { administratorRole, caseKey, enabled, usernameKey, type UserId } from '@portcullis/domain';
import type { UserRepository } from '../../ports/users.ts';
import type { State } from '../state.ts';
import { linksOf } from '../tables.ts';
import { countVersion, setCountedLinks, versionedTable } from '../versioned-tables.ts';

export function userRepository(state: State): UserRepository {
  const counting = { rows: state.users, counted: state.counted };
  const { lock, add, save, remove } = versionedTable(counting, {
    unique: [
      ['email-taken', ({ email }) => caseKey(email)],
      ['username-taken', ({ username }) => usernameKey(username)],
    ],
    beforeRemove: (id) => removeUserData(state, id),
  });
  const setPassword: UserRepository['setPassword'] = async (id, passwordHash) => {
    state.passwordHashes.set(id, passwordHash);
    for (const { tokenHash, userId } of state.mailLinks.values()) if (userId === id) state.mailLinks.delete(tokenHash);
  };
  return {
    lock,
    save,
    remove,
    add: async (user, passwordHash) => {
      await add(user);
      state.passwordHashes.set(user.id, passwordHash);
    },
    holdsPassword: async (id, passwordHash) =>
      state.users.get(id)?.status === enabled && state.passwordHashes.get(id) === passwordHash,
    setPassword,
    resetPassword: async (id, passwordHash) => {
      await setPassword(id, passwordHash);
      state.passwordResets.set(id, (state.passwordResets.get(id) ?? 0) + 1);
    },
    rolesOf: async (id) => linksOf(state.userRoles, id),
    setRoles: setCountedLinks(state.userRoles, counting, state.roles),
    lockAdministration: async () => {
      const holders = [...state.users.values()].filter(({ id }) =>
        linksOf(state.userRoles, id).includes(administratorRole.id),
      );
      return { exists: holders.length > 0, active: holders.some(({ status }) => status === enabled) };
    },
  };
}

/** Removes the sessions, login addresses and links of a user, and the author of the user's contents. */
function removeUserData(state: State, id: UserId): void {
  state.passwordHashes.delete(id);
  state.passwordResets.delete(id);
  state.loginAddresses.delete(id);
  state.setupLinks.delete(id);
  state.userRoles.delete(id);
  for (const session of state.sessions.values()) if (session.userId === id) state.sessions.delete(session.id);
  for (const content of state.contents.values()) {
    if (content.authorId !== id) continue;
    state.contents.set(content.id, { ...content, authorId: null });
    countVersion({ rows: state.contents, counted: state.counted }, content.id);
  }
}
