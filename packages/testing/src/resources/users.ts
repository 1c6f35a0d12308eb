import { hasAttributes, readableAttributes } from '@portcullis/domain/internal/attribute-values';
import { administratorRole } from '@portcullis/domain/internal/built-in';
import { isEffective, pathConditions } from '@portcullis/domain/internal/effective-access';
import { emailKey } from '@portcullis/domain/internal/email';
import type { UserId } from '@portcullis/domain/internal/ids';
import { type RoleGrant, isSamePeriod } from '@portcullis/domain/internal/role-grant';
import { enabled } from '@portcullis/domain/internal/status';
import { caseKey } from '@portcullis/domain/internal/text';
import type { User } from '@portcullis/domain/internal/user';
import { usernameKey } from '@portcullis/domain/internal/username';
import type { Clock } from '@portcullis/application/internal/ports/system';
import type {
  Credentials,
  LogInFacts,
  UserListQuery,
  UserRepository,
  UserSortField,
  UserView,
  UserWithGrants,
  UserViews,
} from '@portcullis/application/internal/ports/users';
import {
  codesOf,
  effectivePermissionsOf,
  effectiveRolesOf,
  grantsOf,
  linkOf,
  rolesInForceOf,
} from '../tables/grants.ts';
import type { State } from '../tables/state.ts';
import { linksOf } from '../tables/tables.ts';
import { incrementVersion, setVersionedLinks, versionedTable } from '../tables/versioned-tables.ts';
import { type ListRules, containsText, matchesFilter, pageOf, sortedBy } from '../tables/pages.ts';

export const contracts = [
  () => import('../contracts/users.ts'),
  () => import('../contracts/user-roles.ts'),
  () => import('../contracts/role-grants.ts'),
];

export function repository(state: State, clock: Clock): UserRepository {
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
      return state.users.get(id)?.version ?? 0;
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

/**
 * Removes what belongs to a user, such as sessions and factors. The user's contents stay, but without an author.
 * @returns the number of these contents
 */
function removeUserData(state: State, id: UserId): number {
  state.passwordHashes.delete(id);
  state.passwordResets.delete(id);
  state.unconfirmed.delete(id);
  state.loginAddresses.delete(id);
  state.lastLogins.delete(id);
  state.setupLinks.delete(id);
  state.userRoles.delete(id);
  state.recoveryCodes.delete(id);
  for (const [sourceId, userId] of state.importedUsers) if (userId === id) state.importedUsers.delete(sourceId);
  for (const factor of state.factors.values()) if (factor.userId === id) state.factors.delete(factor.id);
  for (const [hash, { userId }] of state.loginChallenges) if (userId === id) state.loginChallenges.delete(hash);
  for (const [hash, { userId }] of state.passkeyChallenges) if (userId === id) state.passkeyChallenges.delete(hash);
  for (const identity of state.identities.values()) if (identity.userId === id) state.identities.delete(identity.id);
  for (const session of state.sessions.values()) if (session.userId === id) state.sessions.delete(session.id);
  for (const key of state.apiKeys.values()) if (key.ownerId === id) state.apiKeys.delete(key.id);
  const contents = [...state.contents.values()].filter(({ authorId }) => authorId === id);
  for (const content of contents) {
    state.contents.set(content.id, { ...content, authorId: null });
    incrementVersion({ rows: state.contents, counted: state.counted }, content.id);
  }
  for (const file of [...state.media.values()].filter(({ uploaderId }) => uploaderId === id)) {
    state.media.set(file.id, { ...file, uploaderId: null });
    incrementVersion({ rows: state.media, counted: state.counted }, file.id);
  }
  return contents.length;
}

const listed: ListRules<UserView & LogInFacts, UserSortField, UserListQuery> = {
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

function viewOf(state: State, user: User, now: Date): UserView {
  const held = sortedBy(rolesInForceOf(state, user.id, now), ({ code }) => [code]);
  return { ...user, roles: held.map(({ id, code, name }) => ({ id, code, name })) };
}

function withGrants(state: State, user: User, now: Date): UserWithGrants {
  const codeOf = ({ roleId }: RoleGrant) => state.roles.get(roleId)?.code ?? '';
  return { ...viewOf(state, user, now), roleGrants: sortedBy(grantsOf(state, user.id), (grant) => [codeOf(grant)]) };
}

const hasFactorOf = ({ factors }: State, id: UserId): boolean =>
  [...factors.values()].some(({ userId, confirmedAt }) => userId === id && confirmedAt !== null);

function credentialsOf(
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

const pendingEmailOf = ({ mailLinks }: State, id: UserId, at: Date): string | null =>
  [...mailLinks.values()].find(
    ({ userId, purpose, expiresAt }) => userId === id && purpose === 'email-change' && expiresAt > at,
  )?.email ?? null;

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
