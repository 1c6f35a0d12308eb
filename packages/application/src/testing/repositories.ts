import {
  BusinessError,
  caseKey,
  enabled,
  maxLoginAddresses,
  type CategoryId,
  type Session,
  type UserId,
} from '@portcullis/domain';
import type { CategoryRepository } from '../ports/categories.ts';
import type { ContentRepository } from '../ports/contents.ts';
import type { LoginAddressRepository } from '../ports/login-addresses.ts';
import type { MenuRepository } from '../ports/menus.ts';
import type { PermissionRepository } from '../ports/permissions.ts';
import type { RoleRepository } from '../ports/roles.ts';
import type { SessionRepository } from '../ports/sessions.ts';
import type { TagRepository } from '../ports/tags.ts';
import { StoreFailure, type Transaction } from '../ports/unit-of-work.ts';
import { sortedBy } from './pages.ts';
import type { State } from './state.ts';
import { accessControlOf } from './views/access-control.ts';
import { freeSlug, knownIn, linksOf, setLinks, table, unlink } from './tables.ts';
import { userRepository } from './user-repository.ts';

/** Repositories that write to `state`. Transactions run one after another, so a lock is a plain read. */
export const transactionOn = (state: State): Transaction => ({
  users: userRepository(state),
  sessions: sessions(state),
  loginAddresses: loginAddresses(state),
  roles: roles(state),
  permissions: permissions(state),
  menus: menus(state),
  contents: contents(state),
  categories: categories(state),
  tags: tags(state),
  audit: table(state.audit),
  accessControl: { lockAll: async () => accessControlOf(state) },
  claim: async () => true,
});

function sessions(state: State): SessionRepository {
  const { add, save, remove } = table(state.sessions, { refersWell: ({ userId }) => state.users.has(userId) });
  return {
    add,
    save,
    end: remove,
    lockLive: async (id, at) => {
      const session = state.sessions.get(id);
      if (session === undefined || session.expiresAt <= at) return undefined;
      return state.users.get(session.userId)?.status === enabled ? session : undefined;
    },
    endLive: async (userId, id, at) => {
      const session = liveOf(state, userId, at).find((each) => each.id === id);
      if (session !== undefined) state.sessions.delete(id);
      return session !== undefined;
    },
    endLeastRecentlyUsed: async (userId, keep, at) => {
      const live = sortedBy(liveOf(state, userId, at), ({ lastUsedAt, id }) => [lastUsedAt, id]).toReversed();
      for (const { id } of live.slice(keep)) state.sessions.delete(id);
    },
    endAll: async (userId, except) => {
      for (const { id, userId: owner } of state.sessions.values()) {
        if (owner === userId && id !== except) state.sessions.delete(id);
      }
    },
    removeExpired: async (at, limit) => {
      const expired = [...state.sessions.values()].filter(({ expiresAt }) => expiresAt <= at).slice(0, limit);
      for (const { id } of expired) state.sessions.delete(id);
      return expired.length;
    },
  };
}

const liveOf = (state: State, userId: UserId, at: Date): readonly Session[] =>
  [...state.sessions.values()].filter((session) => session.userId === userId && session.expiresAt > at);

const loginAddresses = (state: State): LoginAddressRepository => ({
  record: async (address) => {
    if (!state.users.has(address.userId)) throw new StoreFailure(`There is no user ${address.userId}.`);
    const others = (state.loginAddresses.get(address.userId) ?? []).filter(
      ({ network }) => network !== address.network,
    );
    const kept = sortedBy(others, ({ lastLoginAt, network }) => [lastLoginAt, network]).slice(-(maxLoginAddresses - 1));
    state.loginAddresses.set(address.userId, [...kept, address]);
  },
  removeOld: async (before, limit) => {
    const old = [...state.loginAddresses.values()].flat().filter(({ lastLoginAt }) => lastLoginAt <= before);
    const removed = new Set(old.slice(0, limit));
    for (const [userId, addresses] of state.loginAddresses) {
      state.loginAddresses.set(
        userId,
        addresses.filter((address) => !removed.has(address)),
      );
    }
    return removed.size;
  },
});

const roles = (state: State): RoleRepository => ({
  ...table(state.roles, {
    unique: [
      ['role-code-taken', ({ code }) => code],
      ['role-name-taken', ({ name }) => name],
    ],
    leaving: (id) => {
      unlink(state.userRoles, id);
      state.rolePermissions.delete(id);
      state.roleMenus.delete(id);
    },
  }),
  known: knownIn(state.roles),
  permissionsOf: async (id) => linksOf(state.rolePermissions, id),
  setPermissions: setLinks(state.rolePermissions, state.roles, state.permissions),
  menusOf: async (id) => linksOf(state.roleMenus, id),
  setMenus: setLinks(state.roleMenus, state.roles, state.menus),
});

const permissions = (state: State): PermissionRepository => ({
  ...table(state.permissions, {
    unique: [
      ['permission-code-taken', ({ code }) => code],
      ['permission-name-taken', ({ name }) => name],
    ],
    leaving: (id) => unlink(state.rolePermissions, id),
  }),
  known: knownIn(state.permissions),
});

function menus(state: State): MenuRepository {
  const isParent = (id: string) => [...state.menus.values()].some(({ parentId }) => parentId === id);
  return {
    ...table(state.menus, {
      refersWell: ({ parentId }) => parentId === null || state.menus.has(parentId),
      leaving: (id) => {
        if (isParent(id)) throw new BusinessError('menu-has-children', 'This menu has others below it.');
        unlink(state.roleMenus, id);
      },
    }),
    known: knownIn(state.menus),
    lockDepth: async (id) => {
      if (!state.menus.has(id)) return undefined;
      let depth = 0;
      for (let at = state.menus.get(id); at !== undefined; depth += 1)
        at = at.parentId ? state.menus.get(at.parentId) : undefined;
      return depth;
    },
    hasChildren: async (id) => isParent(id),
  };
}

const contents = (state: State): ContentRepository => ({
  ...table(state.contents, {
    unique: [['slug-taken', ({ slug }) => slug]],
    refersWell: ({ categoryId, authorId }) =>
      (categoryId === null || state.categories.has(categoryId)) && (authorId === null || state.users.has(authorId)),
    leaving: (id) => state.contentTags.delete(id),
  }),
  tagsOf: async (id) => linksOf(state.contentTags, id).toSorted(),
  setTags: setLinks(state.contentTags, state.contents, state.tags),
  freeSlug: (base) => freeSlug(state.contents.values(), base),
});

function categories(state: State): CategoryRepository {
  const isUsed = (id: CategoryId) =>
    [...state.categories.values()].some(({ parentId }) => parentId === id) ||
    [...state.contents.values()].some(({ categoryId }) => categoryId === id);
  return {
    ...table(state.categories, {
      unique: [['slug-taken', ({ slug }) => slug]],
      refersWell: ({ parentId }) => parentId === null || state.categories.has(parentId),
      leaving: (id) => {
        if (isUsed(id)) throw new BusinessError('category-in-use', 'This category holds categories or contents.');
      },
    }),
    known: knownIn(state.categories),
    lockTree: async () => [...state.categories.values()].map(({ id, parentId }) => ({ id, parentId })),
    isUsed: async (id) => isUsed(id),
    freeSlug: (base) => freeSlug(state.categories.values(), base),
  };
}

const tags = (state: State): TagRepository => ({
  ...table(state.tags, {
    unique: [
      ['tag-name-taken', ({ name }) => caseKey(name)],
      ['slug-taken', ({ slug }) => slug],
    ],
    leaving: (id) => unlink(state.contentTags, id),
  }),
  known: knownIn(state.tags),
  lockName: async (name) => [...state.tags.values()].find((tag) => caseKey(tag.name) === caseKey(name))?.id,
  freeSlug: (base) => freeSlug(state.tags.values(), base),
});
