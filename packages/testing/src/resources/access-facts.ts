import type { AccessFacts, RoleFacts, UserFacts } from '@portcullis/domain/internal/access/access-facts';
import { operatorId } from '@portcullis/domain/internal/built-in';
import { explainAccess, type ExplainedAccess } from '@portcullis/domain/internal/access/explain-access';
import { holdersIn, type KeyFacts } from '@portcullis/domain/internal/access/holders';
import type { MenuId, RoleId } from '@portcullis/domain/internal/shared/ids';
import { enabled } from '@portcullis/domain/internal/shared/status';
import { compareText } from '@portcullis/domain/internal/shared/tree';
import type { User } from '@portcullis/domain/internal/accounts/user';
import { usernameKey } from '@portcullis/domain/internal/names/username';
import type {
  AccessFactRepository,
  AccessFactViews,
  AccessTarget,
  UserWindow,
} from '@portcullis/application/internal/ports/access-facts';
import type { Clock } from '@portcullis/application/internal/ports/system';
import type { State } from '../tables/state.ts';
import { conditionsOfRole, grantsOf, rowsOf } from '../tables/grants.ts';
import { linksOf } from '../tables/tables.ts';

export const contracts = [() => import('../contracts/access-facts.ts')];

const rolesOf = (state: State): readonly RoleFacts[] =>
  [...state.roles.values()].map(({ id, code, name, status, requiresFactor }) => ({
    id,
    code,
    name,
    status,
    requiresFactor,
    permissionIds: linksOf(state.rolePermissions, id),
    conditions: conditionsOfRole(state, id),
    menuIds: linksOf(state.roleMenus, id),
  }));

const userFactsOf = (state: State, { id, username, status, attributes }: User): UserFacts => ({
  id,
  username,
  status,
  attributes,
  roleGrants: grantsOf(state, id),
});

/** Returns the facts about some users, with all roles, permissions and menus. */
const factsOf = (state: State, at: Date, users: readonly User[]): AccessFacts => ({
  at,
  users: users.map((user) => userFactsOf(state, user)).toSorted((a, b) => compareText(a.id, b.id)),
  roles: rolesOf(state),
  permissions: [...state.permissions.values()].map(({ id, code, name, status }) => ({ id, code, name, status })),
  menus: [...state.menus.values()],
});

/** Returns the ids of a menu and the menus below it. */
function menuAndBelow({ menus }: State, menuId: MenuId): ReadonlySet<MenuId> {
  const found = new Set([menuId]);
  for (const above of found) for (const { id, parentId } of menus.values()) if (parentId === above) found.add(id);
  return found;
}

function linkedRoles(state: State, { kind, id }: AccessTarget): readonly RoleId[] {
  if (kind === 'role') return [id];
  const below = kind === 'menu' ? menuAndBelow(state, id) : new Set<MenuId>();
  return rolesOf(state)
    .filter(({ permissionIds, menuIds }) =>
      kind === 'permission' ? permissionIds.includes(id) : menuIds.some((menuId) => below.has(menuId)),
    )
    .map((role) => role.id);
}

const usersOf = (state: State, roleIds: readonly RoleId[], { after, limit }: UserWindow): readonly User[] =>
  [...state.users.values()]
    .filter(({ id }) => linksOf(state.userRoles, id).some((roleId) => roleIds.includes(roleId)))
    .filter(({ id }) => after === undefined || id > after)
    .toSorted((a, b) => compareText(a.id, b.id))
    .slice(0, limit);

const existsIn = ({ roles, permissions, menus }: State, { kind, id }: AccessTarget): boolean =>
  [...{ role: roles, permission: permissions, menu: menus }[kind].keys()].some((key) => key === id);

const findIn =
  ({ kind, id }: AccessTarget) =>
  ({ roles, permissions, menus }: ExplainedAccess) =>
    ({ role: roles, permission: permissions, menu: menus })[kind].find((each) => each.id === id);

/** Returns the roles that give the target to an enabled user who has only this role. */
function givingRoles(state: State, at: Date, target: AccessTarget): readonly RoleId[] {
  const facts = factsOf(state, at, []);
  return rolesOf(state).flatMap(({ id }) => {
    const roleGrants = [{ roleId: id, validFrom: null, validUntil: null }];
    const access = explainAccess(facts, { id: operatorId, username: '', status: enabled, attributes: {}, roleGrants });
    return findIn(target)(access)?.granted === true ? [id] : [];
  });
}

/** Returns the unexpired keys that list the target. */
const keysOf = ({ apiKeys, permissions }: State, at: Date, { kind, id }: AccessTarget): readonly KeyFacts[] => {
  const code = kind === 'permission' ? permissions.get(id)?.code : undefined;
  return [...apiKeys.values()]
    .filter((key) => key.expiresAt > at && key.permissions.some((listed) => listed === code))
    .map(({ id: keyId, name, ownerId, hasFactor, readOnly }) => ({ id: keyId, name, ownerId, hasFactor, readOnly }));
};

export const views = (now: () => State, clock: Clock): AccessFactViews => ({
  ofUser: async (id) => {
    const user = now().users.get(id);
    return user && factsOf(now(), clock.now(), [user]);
  },
  ofHolders: async (target, window) => {
    const [state, at] = [now(), clock.now()];
    if (!existsIn(state, target)) return undefined;
    const users = usersOf(state, givingRoles(state, at, target), window);
    const ids = new Set(users.map(({ id }) => id));
    return {
      ...factsOf(state, at, users),
      apiKeys: keysOf(state, at, target).filter(({ ownerId }) => ids.has(ownerId)),
    };
  },
  ofSubjects: async ({ userIds, usernameKeys, keyIds, permissionCodes, actions }) => {
    const state = now();
    const apiKeys = rowsOf(state.apiKeys, keyIds);
    const userNames = [...state.users.values()]
      .map(({ id, username }) => ({ usernameKey: usernameKey(username), userId: id }))
      .filter((each) => usernameKeys.includes(each.usernameKey));
    const ids = [...userIds, ...userNames.map(({ userId }) => userId), ...apiKeys.map(({ ownerId }) => ownerId)];
    return {
      ...factsOf(state, clock.now(), rowsOf(state.users, [...new Set(ids)])),
      apiKeys,
      userNames,
      named: [...state.permissions.values()].filter(
        ({ code, resource, action }) =>
          permissionCodes.includes(code) ||
          actions.some((asked) => asked.resource === resource && asked.action === action),
      ),
    };
  },
  countHolders: async (target) => {
    const state = now();
    return holdersIn(factsOf(state, clock.now(), [...state.users.values()]), findIn(target)).length;
  },
});

export const repository = (state: State, clock: Clock): AccessFactRepository => ({
  ofUsers: async (ids) =>
    factsOf(
      state,
      clock.now(),
      ids.flatMap((id) => state.users.get(id) ?? []),
    ),
  linkedUserIds: async (targets, window) =>
    usersOf(
      state,
      targets.flatMap((target) => linkedRoles(state, target)),
      window,
    ).map(({ id }) => id),
});
