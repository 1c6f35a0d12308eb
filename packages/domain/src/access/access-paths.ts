import type { AccessFacts, MenuFacts, PermissionFacts, RoleFacts, UserFacts } from './access-facts.ts';
import type { Condition } from '../conditions/condition.ts';
import { pathConditions, reasonsAgainst, type IneffectiveReason } from './effective-access.ts';
import type { MenuId, PermissionId } from '../shared/ids.ts';
import { disabledSubtrees } from '../menus/menu-tree.ts';
import { directory, menuEnabled } from '../menus/menu.ts';
import { compareText, mapById, parentOf } from '../shared/tree.ts';

/** Why a path from a user to a role, a permission or a menu gives nothing. */
export type NearMissReason = IneffectiveReason | 'menu-disabled' | 'parent-menu-disabled';

/** A role that gives access, and the period in which the user has the role. */
export interface AccessPath {
  readonly role: Pick<RoleFacts, 'id' | 'code' | 'name'>;
  /** Null if the grant of the role has no beginning. */
  readonly since: Date | null;
  /** Null if the grant of the role has no end. */
  readonly until: Date | null;
}

/** A path to a permission. */
export interface PermissionPath extends AccessPath {
  /** The condition under which the role has the permission; null if there is none. */
  readonly condition: Condition | null;
}

/** A path from a user, with the reasons why it gives nothing. Without reasons, it gives access. */
export interface CheckedPath<Path extends AccessPath = AccessPath> {
  readonly path: Path;
  readonly reasons: readonly NearMissReason[];
}

/** A path to a menu. A directory is also shown because of the menus below it. */
export interface MenuPath extends AccessPath {
  /** The route name of the menu below the directory through which the role shows it; null if the role has the menu. */
  readonly below: string | null;
}

/** The paths from one user to roles, permissions and menus, including the paths that give nothing. */
export interface UserPaths {
  /** One path for each role of the user, sorted by the code of the role. */
  readonly roles: readonly { readonly role: RoleFacts; readonly checked: CheckedPath }[];
  /** The permissions of these roles, sorted by code. */
  readonly permissions: readonly {
    readonly permission: PermissionFacts;
    readonly checked: readonly CheckedPath<PermissionPath>[];
  }[];
  /** The menus of these roles and the directories above them, sorted by route name. */
  readonly menus: readonly { readonly menu: MenuFacts; readonly checked: readonly CheckedPath<MenuPath>[] }[];
}

/** Whether a path gives access in sessions with a second factor. */
export const isEffectiveWithFactor = ({ reasons }: CheckedPath): boolean =>
  reasons.every((reason) => reason === 'factor-required');

/** Returns all paths from a user, each with the reasons why it gives nothing in a session without a second factor. */
export function userPaths(facts: AccessFacts, user: UserFacts): UserPaths {
  const roles = checkedRoles(facts, user);
  return {
    roles,
    permissions: checkedPermissions(facts, roles),
    menus: checkedMenus(facts, roles),
  };
}

function checkedRoles({ at, roles }: AccessFacts, user: UserFacts): UserPaths['roles'] {
  const rolesById = new Map(roles.map((role) => [role.id, role]));
  const ofUser = reasonsAgainst(pathConditions.user, user);
  return user.roleGrants
    .flatMap((grant) => {
      const role = rolesById.get(grant.roleId);
      if (role === undefined) return [];
      const { id, code, name } = role;
      const path = { role: { id, code, name }, since: grant.validFrom, until: grant.validUntil };
      const reasons = [
        ...ofUser,
        ...reasonsAgainst(pathConditions.grant, { ...grant, now: at }),
        ...reasonsAgainst(pathConditions.role, { ...role, hasFactor: false }),
      ];
      return [{ role, checked: { path, reasons } }];
    })
    .toSorted((a, b) => compareText(a.role.code, b.role.code));
}

/** Returns the paths through the roles by the ids that the roles are linked to. */
function byLinked<Id extends string>(
  roles: UserPaths['roles'],
  linkedTo: (role: RoleFacts) => readonly Id[],
): ReadonlyMap<Id, UserPaths['roles']> {
  const paths = new Map<Id, UserPaths['roles'][number][]>();
  for (const each of roles)
    for (const id of linkedTo(each.role)) {
      const existing = paths.get(id);
      if (existing === undefined) paths.set(id, [each]);
      else existing.push(each);
    }
  return paths;
}

function checkedPermissions({ permissions }: AccessFacts, roles: UserPaths['roles']): UserPaths['permissions'] {
  const paths = byLinked<PermissionId>(roles, ({ permissionIds }) => permissionIds);
  return permissions
    .flatMap((permission) => {
      const reasons = reasonsAgainst(pathConditions.permission, permission);
      const linked = paths.get(permission.id);
      if (linked === undefined) return [];
      const checked = linked.map(({ role: { conditions }, checked: { path, reasons: others } }) => ({
        path: { ...path, condition: conditions[permission.id] ?? null },
        reasons: [...others, ...reasons],
      }));
      return [{ permission, checked }];
    })
    .toSorted((a, b) => compareText(a.permission.code, b.permission.code));
}

/** Adds reasons against a path. */
export const withReasons = <Path extends AccessPath>(
  { path, reasons }: CheckedPath<Path>,
  further: readonly NearMissReason[],
): CheckedPath<Path> => ({ path, reasons: [...reasons, ...further] });

function checkedMenus({ menus }: AccessFacts, roles: UserPaths['roles']): UserPaths['menus'] {
  const linked = byLinked<MenuId>(roles, ({ menuIds }) => menuIds);
  const hidden = disabledSubtrees(menus);
  const menusById = mapById<MenuId, MenuFacts>(menus);
  const own = new Map<MenuFacts, readonly CheckedPath<MenuPath>[]>();
  for (const menu of menus) {
    const reasons = reasonsAgainstMenu(menu, hidden);
    const paths = linked.get(menu.id)?.map(({ checked: { path, reasons: others } }) => ({
      path: { ...path, below: null },
      reasons: [...others, ...reasons],
    }));
    if (paths !== undefined) own.set(menu, paths);
  }
  const all = new Map(own);
  for (const [menu, paths] of own) {
    const shown = paths.filter(isEffectiveWithFactor);
    if (shown.length === 0) continue;
    const below = shown.map(({ path, reasons }) => ({ path: { ...path, below: menu.routeName }, reasons }));
    for (const above of directoriesAbove(menu, menusById)) all.set(above, [...(all.get(above) ?? []), ...below]);
  }
  return [...all]
    .map(([menu, paths]) => ({ menu, checked: paths }))
    .toSorted((a, b) => compareText(a.menu.routeName, b.menu.routeName) || compareText(a.menu.id, b.menu.id));
}

function reasonsAgainstMenu({ id, status }: MenuFacts, hidden: ReadonlySet<MenuId>): readonly NearMissReason[] {
  if (status !== menuEnabled) return ['menu-disabled'];
  return hidden.has(id) ? ['parent-menu-disabled'] : [];
}

/** Returns the directories above a menu. The loop ends even if parents form a cycle. */
function directoriesAbove(menu: MenuFacts, menusById: ReadonlyMap<MenuId, MenuFacts>): readonly MenuFacts[] {
  const above = new Set([menu]);
  for (const each of above) {
    const parent = parentOf<MenuId, MenuFacts>(each, menusById);
    if (parent !== undefined) above.add(parent);
  }
  return [...above].filter((each) => each !== menu && each.menuType === directory);
}
