import { readableAttributes } from '@portcullis/domain/internal/conditions/attribute-values';
import { administratorRole } from '@portcullis/domain/internal/built-in';
import { isEffective, pathConditions } from '@portcullis/domain/internal/access/effective-access';
import { emailKey } from '@portcullis/domain/internal/names/email';
import { isSamePeriod } from '@portcullis/domain/internal/roles/role-grant';
import { enabled } from '@portcullis/domain/internal/shared/status';
import { usernameKey } from '@portcullis/domain/internal/names/username';
import type { Clock } from '@portcullis/application/internal/ports/system';
import type { UserRepository, UserViews } from '@portcullis/application/internal/ports/users';
import {
  codesOf,
  effectivePermissionsOf,
  effectiveRolesOf,
  grantsOf,
  linkOf,
  rolesInForceOf,
} from '../tables/grants.ts';
import { pageOf, sortedBy } from '../tables/pages.ts';
import type { State } from '../tables/state.ts';
import { linksOf } from '../tables/tables.ts';
import { removeUserData } from '../tables/user-data.ts';
import { credentialsOf, hasFactorOf, listed, pendingEmailOf, viewOf, withGrants } from '../tables/user-items.ts';
import { incrementVersion, setVersionedLinks, versionedTable } from '../tables/versioned-tables.ts';

export const contracts = [
  () => import('../contracts/users.ts'),
  () => import('../contracts/user-roles.ts'),
  () => import('../contracts/role-grants.ts'),
];

export function repository(state: State, clock: Clock): UserRepository {
  const counting = { rows: state.users, counted: state.counted };
  const { lock, add, save, remove, setUpdatedAt } = versionedTable(counting, {
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
  const { find, profile } = views(() => state, clock);
  return {
    lock,
    find,
    profile,
    save,
    setUpdatedAt,
    remove,
    add: async (user, passwordHash) => {
      await add(user);
      if (passwordHash !== null) state.passwordHashes.set(user.id, passwordHash);
    },
    addAll: async (accounts) => {
      for (const { user, passwordHash, grants } of accounts) {
        await add(user);
        if (passwordHash !== null) state.passwordHashes.set(user.id, passwordHash);
        state.userRoles.set(user.id, grants.map(({ roleId }) => roleId).toSorted());
        for (const { roleId, ...period } of grants)
          state.grantPeriods.set(linkOf(user.id, roleId), { ...period, isEndRecorded: false });
      }
    },
    holdsPassword: async (id, passwordHash) =>
      state.users.get(id)?.status === enabled && state.passwordHashes.get(id) === passwordHash,
    renewHash: async (id, passwordHash) => void state.passwordHashes.set(id, passwordHash),
    setPassword,
    resetPassword: async (id, passwordHash) => {
      await setPassword(id, passwordHash);
      state.passwordResets.set(id, (state.passwordResets.get(id) ?? 0) + 1);
    },
    setUnconfirmed: async (id) => void state.unconfirmed.add(id),
    isUnconfirmed: async (id) => state.unconfirmed.has(id),
    confirm: async (id) => void state.unconfirmed.delete(id),
    rolesOf: async (id) => linksOf(state.userRoles, id),
    grantsOf: async (id) => grantsOf(state, id),
    requiresFactor: async (id) =>
      rolesInForceOf(state, id, clock.now()).some(
        (role) => role.requiresFactor && isEffective(pathConditions.role, { ...role, hasFactor: true }),
      ),
    setRoles: async (id, change) => {
      for (const roleId of change.before)
        if (!change.after.includes(roleId)) {
          state.roleSources.delete(linkOf(id, roleId));
          state.grantPeriods.delete(linkOf(id, roleId));
        }
      return setRoles(id, change);
    },
    setGrantPeriods: async (id, grants) => {
      const before = grantsOf(state, id);
      for (const { roleId, validFrom, validUntil } of grants) {
        const stored = before.find((grant) => grant.roleId === roleId);
        if (stored === undefined || isSamePeriod(stored, { validFrom, validUntil })) continue;
        state.grantPeriods.set(linkOf(id, roleId), { validFrom, validUntil, isEndRecorded: false });
        incrementVersion(counting, id);
      }
    },
    takeEndedGrants: async (limit) => {
      const now = clock.now();
      const ended = [...state.users.values()].flatMap(({ id, username }) =>
        grantsOf(state, id).flatMap(({ roleId, validUntil }) =>
          validUntil === null || validUntil > now || state.grantPeriods.get(linkOf(id, roleId))?.isEndRecorded === true
            ? []
            : [{ userId: id, username, roleId, validUntil }],
        ),
      );
      const taken = sortedBy(ended, ({ validUntil, userId, roleId }) => [validUntil, userId, roleId]).slice(0, limit);
      for (const { userId, roleId } of taken) {
        const key = linkOf(userId, roleId);
        const period = state.grantPeriods.get(key);
        if (period !== undefined) state.grantPeriods.set(key, { ...period, isEndRecorded: true });
      }
      return taken;
    },
    rolesFrom: async (id, source) =>
      linksOf(state.userRoles, id).filter((roleId) => state.roleSources.get(linkOf(id, roleId)) === source),
    setRoleSource: async (id, roleIds, source) => {
      for (const roleId of roleIds) state.roleSources.set(linkOf(id, roleId), source);
    },
    lockAdministration: async () => {
      const now = clock.now();
      const persons = [...state.users.values()].filter(({ kind }) => kind === 'PERSON');
      const holders = persons.flatMap((user) =>
        grantsOf(state, user.id)
          .filter(({ roleId }) => roleId === administratorRole.id)
          .map((grant) => ({ user, grant })),
      );
      const active = holders.some(
        ({ user, grant }) =>
          user.invitedUntil === null &&
          grant.validUntil === null &&
          isEffective(pathConditions.user, user) &&
          isEffective(pathConditions.grant, { ...grant, now }),
      );
      return { exists: holders.length > 0, active };
    },
  };
}

export const views = (now: () => State, clock: Clock): UserViews => ({
  find: async (id) => {
    const user = now().users.get(id);
    return user && withGrants(now(), user, clock.now());
  },
  findWithoutDetails: async (id) => {
    const state = now();
    const user = state.users.get(id);
    if (user === undefined) return undefined;
    const view = viewOf(state, user, clock.now());
    const roles = view.roles.filter((role) => state.roles.get(role.id)?.status === enabled);
    return { ...view, email: null, phone: null, gender: null, attributes: {}, roles, roleGrants: null };
  },
  list: async (query) => {
    const state = now();
    const page = pageOf(
      [...state.users.values()].map((user) => ({
        ...viewOf(state, user, clock.now()),
        lastLoginAt: state.lastLogins.get(user.id) ?? null,
        hasFactor: hasFactorOf(state, user.id),
      })),
      query,
      listed,
    );
    if (query.withLogIns === true) return page;
    return { ...page, items: page.items.map(({ lastLoginAt: _at, hasFactor: _has, ...user }) => user) };
  },
  profile: async (id, sessionId) => {
    const state = now();
    const user = state.users.get(id);
    const viewpoint = { now: clock.now(), sessionId };
    const [roles, permissions] = [effectiveRolesOf(state, id, viewpoint), effectivePermissionsOf(state, id, viewpoint)];
    return (
      user && {
        ...user,
        attributes: readableAttributes(user.attributes, state.userAttributes.attributes),
        pendingEmail: pendingEmailOf(state, id, clock.now()),
        hasPassword: state.passwordHashes.has(id),
        roles: codesOf(roles),
        permissions: codesOf(permissions),
      }
    );
  },
  identity: async (id, sessionId) => {
    const state = now();
    const roles = codesOf(effectiveRolesOf(state, id, { now: clock.now(), sessionId }));
    const user = state.users.get(id);
    return user && { username: user.username, roles };
  },
  credentials: async (login, network) => {
    const user = [...now().users.values()].find(
      ({ username, email }) => usernameKey(username) === usernameKey(login) || emailKey(email) === emailKey(login),
    );
    return user && credentialsOf(now(), user, network, clock.now());
  },
  credentialsOf: async (id, network) => {
    const user = now().users.get(id);
    return user && credentialsOf(now(), user, network, clock.now());
  },
  taken: async (names) => {
    const users = [...now().users.values()];
    return {
      email: users.some(({ email }) => emailKey(email) === emailKey(names.email)),
      username: users.some(({ username }) => usernameKey(username) === usernameKey(names.username)),
    };
  },
  permissionsOf: async (id, sessionId) => codesOf(effectivePermissionsOf(now(), id, { now: clock.now(), sessionId })),
});
